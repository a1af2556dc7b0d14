/** Ms. As long as the database remembers who left lately. */
const remembered = 300_000;

/**
 * People who came to a chat lately. What was said before is not for them, but may still be on its way: whoever sent it did
 * not know of them yet, and Redis may have been slow.
 */
export interface Newcomers {
  /** This person, who sees nothing up to a position, enters the room of a chat. */
  add(room: string, uid: string, visibleAfter: number): void;
  /** Those who must not get what concerns the message at this position. */
  blindTo(room: string, seq: number): string[];
}

export function createNewcomers(): Newcomers {
  const rooms = new Map<string, Map<string, { visibleAfter: number }>>();

  return {
    add(room, uid, visibleAfter) {
      if (visibleAfter === 0) return;
      const people = rooms.get(room) ?? new Map<string, { visibleAfter: number }>();
      rooms.set(room, people);
      const arrival = { visibleAfter };
      people.set(uid, arrival);
      setTimeout(() => {
        // Whoever has come again since then is remembered for longer.
        if (people.get(uid) !== arrival) return;
        people.delete(uid);
        if (people.size === 0) rooms.delete(room);
      }, remembered).unref();
    },
    blindTo(room, seq) {
      const people = rooms.get(room);
      return people ? [...people].filter(([, { visibleAfter }]) => seq <= visibleAfter).map(([uid]) => uid) : [];
    },
  };
}
