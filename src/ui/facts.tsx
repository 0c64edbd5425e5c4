import { count } from './format';

/** Numbers with their names, in one row that wraps. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: number])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
