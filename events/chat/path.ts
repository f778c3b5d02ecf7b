/** Returns the address of a conversation's page at one of its messages. */
export const messagePath = ({ conversation, seq }: { conversation: string; seq: number }): string =>
  `/chat?c=${encodeURIComponent(conversation)}&m=${seq}`;
