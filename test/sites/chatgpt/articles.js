// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* The layout until summer 2026: an article for each message, out of the tree, which is read whole. */
window.makeLayout = ({ call, isShown, visibleText }) => {
  const thread = () => document.querySelector('#thread');

  function article(message) {
    const turn = document.createElement('article');
    turn.dataset.messageAuthorRole = message.author.role;
    turn.dataset.messageId = message.id;
    turn.textContent = visibleText(message);
    return turn;
  }

  function branch({ mapping, current_node }) {
    const nodes = [];
    for (let node = mapping[current_node]; node && !nodes.includes(node); node = mapping[node.parent]) nodes.push(node);
    return nodes.reverse().map(({ message }) => message);
  }

  return {
    ask: (id) => call(`/backend-api/conversation/${id}`),
    show: (read) => thread().replaceChildren(...branch(read).filter(isShown).map(article)),
    paint(message) {
      const known = [...thread().children].find((each) => each.dataset.messageId === message.id);
      const turn = known ?? thread().appendChild(article(message));
      turn.textContent = visibleText(message);
    },
  };
};
