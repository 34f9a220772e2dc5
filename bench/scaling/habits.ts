/** The habits of players and their programs: the inputs of the simulation, which a host replaces by those of its own players. */
export const habits = {
  /** Share of the players who are there on a day. */
  activeShare: 0.2,
  /** Hours that an active player stays: each player has a value of its own between these. */
  hours: [0.5, 4],
  /** The busiest hour of the day, and how much of the players' day falls around it: 0 is the same at each hour, 1 is nothing at night. */
  peakHour: 20,
  swing: 0.7,
  /** Share of the active players who run a program, which is on while they are there. */
  programShare: 0.25,
  /** Share of those programs that open streams of events and of the credit log, and poll neither. */
  streamShare: 0.2,
  /** Seconds between two polls of a program, for each route. */
  poll: { character: 300, creditlog: 60, events: 60 },
  /** Share of the polls that find nothing new: a conditional request gets a 304 for them. */
  unchangedShare: 0.9,
  /** Changes of datacards that an active player makes in an hour. */
  changesPerHour: 0.5,
  /** New rows that an active player causes in a day. */
  rowsPerDay: { transactions: 10, events: 3 },
  /** The limit of calls in an hour for an address and a path; each player has an address. */
  limit: 600,
} as const;

export type Polled = keyof typeof habits.poll;
