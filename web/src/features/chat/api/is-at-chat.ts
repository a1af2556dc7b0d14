/** Whether the chat is the open one now: a late answer takes nobody away from where they went meanwhile. */
export const isAtChat = (id: string) => location.pathname === `/chat/${id}`;
