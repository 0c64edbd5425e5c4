// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/*
 * What the pages of all stand-ins do alike: they tell a test how far they are, read streams, move between conversations
 * without loading a page, and send what is typed.
 */
window.standIn = {
  cookie: (name) =>
    document.cookie
      .split(/; */)
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1),

  state(name, value) {
    document.documentElement.dataset[name] = value;
  },

  /** The data of each event of a stream. */
  async *events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += next.value;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6));
        if (data.length > 0) yield data.join('\n');
      }
    }
  },

  /** Shows what the address names, now and whenever it changes, and sends what is typed. */
  start({ idIn, thread, show, send }) {
    const go = () => {
      const id = idIn(location.pathname);
      if (id !== null) return show(id);
      document.querySelector(thread).replaceChildren();
      window.standIn.state('shown', 'none');
    };
    addEventListener('popstate', go);
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('nav').addEventListener('click', (event) => {
        const link = event.target.closest('a');
        if (!link) return;
        event.preventDefault();
        history.pushState(null, '', link.href);
        void go();
      });
      document.querySelector('.ProseMirror').addEventListener('keydown', (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        const words = event.currentTarget.textContent;
        event.currentTarget.textContent = '';
        void send(words);
      });
      void go();
    });
  },
};
