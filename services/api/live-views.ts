/** Views in the socket's `rows`, and what a client must do with each. Shown in the API's description. */

const byPosition = 'Replace the row of the same id if `position` is newer; `null` removes it.';

export const liveViewDescriptions: Record<string, string> = {
  caseList: `A case as GET /api/cases lists it. ${byPosition}`,
  case: `A whole case as GET /api/cases/{id} answers it, to the page that watches it. ${byPosition}`,
  history: 'A line of GET /api/cases/{id}/history. Append it once, by its id; lines never change.',
  patients: `A row of GET /api/patients. ${byPosition} Order and totals depend on the day: read them again.`,
  retainers: `A retainer order as GET /api/retainers lists it. ${byPosition}`,
  shop: `A case on the manufacturer's board, GET /api/shop. ${byPosition}`,
  messages: `A message of the inbox, GET /api/messages: new, marked as read, or naming another patient. ${byPosition}`,
  inbox:
    'How far the person has read: take `unread` as the number of unread messages. Each message that changed is pushed as a row of `messages`.',
  conversations: `A conversation as GET /api/chats lists it. ${byPosition}`,
  chatMessages: 'Nothing: messages come by `chat`, to pages that have the conversation open.',
  dataRequests: `A request about a patient’s data as GET /api/dataRequests lists it. ${byPosition}`,
  desk: `Hours, canned answers and duty, GET /api/desk. ${byPosition}`,
  names:
    'A person {id, name, position}: put `name` wherever rows refer to that id, `assignee` beside `assigneeId` included. Rows that show the name keep their position and are not pushed.',
};

/** Description of `counters` in the message. */
export const liveCountersDescription =
  'Replaces the `counts` of GET /api/cases and GET /api/workbench; sent when one of the viewer’s numbers moved.';
