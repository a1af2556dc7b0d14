/** Whether the chat is the open one now: a late answer must not take people away from where they went meanwhile. */
export const isAtChat = (id: string) => location.pathname === `/chat/${id}`;
