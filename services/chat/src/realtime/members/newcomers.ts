/** Ms. The queries, too, count people as newly come or gone for so long. */
const remembered = 300_000;

/**
 * People who came to a chat lately. Messages from before that are not for them, but may still be on their way: their senders'
 * nodes did not know of the newcomers yet, and Redis may have been slow.
 */
export interface Newcomers {
  /** This person, who sees nothing up to a position, enters the room of a chat. */
  add(room: string, uid: string, visibleAfter: number): void;
  /** Those who must not get what concerns the message at this position. */
  blindTo(room: string, seq: number): string[];
}

export function createNewcomers(): Newcomers {
  const rooms = new Map<string, Map<string, { visibleAfter: number; forgetting: NodeJS.Timeout }>>();

  return {
    add(room, uid, visibleAfter) {
      if (visibleAfter === 0) return;
      const people: NonNullable<ReturnType<typeof rooms.get>> = rooms.get(room) ?? new Map();
      rooms.set(room, people);
      // A person who comes again is remembered for longer, by one timer: a socket may join the same chat as often as it likes.
      clearTimeout(people.get(uid)?.forgetting);
      const forgetting = setTimeout(() => {
        people.delete(uid);
        if (people.size === 0) rooms.delete(room);
      }, remembered).unref();
      people.set(uid, { visibleAfter, forgetting });
    },
    blindTo(room, seq) {
      const people = rooms.get(room);
      return people ? [...people].filter(([, { visibleAfter }]) => seq <= visibleAfter).map(([uid]) => uid) : [];
    },
  };
}
