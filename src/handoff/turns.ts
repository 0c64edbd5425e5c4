/** A picture whose bytes go into a file. */
export interface Picture {
  readonly mime: string;
  readonly base64: string;
}

/** Words of somebody else, and how they are put: so that they can be put again when they are said shorter. */
export interface Quote {
  readonly words: string;
  readonly put: (words: string) => string;
}

/** A call of a tool with its one result. */
export interface Call {
  /** Unique in a branch, of letters and digits: `call_V0042`. */
  readonly id: string;
  /** A name that no tool of a client has. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly failed: boolean;
  readonly event: string;
  /** The events of its result. */
  readonly results: readonly string[];
  /** What its result quotes; null: it was not recorded. */
  readonly quote: Quote | null;
}

interface Base {
  /** The event it begins with; null for the handoff. */
  readonly event: string | null;
  /** When it happened, as the site said; null where it did not. */
  readonly at: string | null;
  /** The events whose words its text holds. */
  readonly holds: readonly string[];
}

/**
 * What a person said, or what stands as quoted data: the handoff, which comes first, and what the site, its tools and the
 * recorder put in. Never empty.
 */
export interface UserTurn extends Base {
  readonly role: 'user';
  readonly from: 'handoff' | 'person' | 'record';
  readonly text: string;
  readonly pictures: readonly Picture[];
  /** What its text quotes, where it quotes. */
  readonly quote?: Quote;
}

/** What the assistant said, what it called after that, or both. */
export interface AssistantTurn extends Base {
  readonly role: 'assistant';
  readonly model: string | null;
  readonly text: string | null;
  readonly calls: readonly Call[];
  /** Ids of the reasoning that came before it. What it says stands in the handoff. */
  readonly reasoning: readonly string[];
}

export type Turn = UserTurn | AssistantTurn;
