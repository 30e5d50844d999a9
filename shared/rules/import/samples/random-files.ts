import fc from 'fast-check'

/* Files of other programs made at random, with what is odd in real ones: nulls, other types, emoji where texts are cut, dates of all kinds. */

/** A word that no other text of a run has. */
const mark = fc.integer({ min: 1e8, max: 9e8 }).map((number) => `w${number.toString(36)}`)
const odd = fc.constantFrom(null, 17, true, [], {}, [null], { a: 1 }, '', ' ', 'null')
const emoji = fc.constantFrom('', ' 🎉', '👩‍🚀', '🇵🇹'.repeat(60), 'é'.repeat(220))
const said = fc.tuple(mark, emoji).map(([word, sign]) => `${word}${sign}`)
const day = fc.constantFrom('2026-03-05', '18/Sep/25 12:00 AM', 'soon', '31/31/2026', '5/6/2026', '2026-03-06T03:31:00.000Z', 'January 2, 2026 3:00 PM', '1767600000000', '2026-10-08 → 2026-10-29') // prettier-ignore

/** The heads that programs write. */
const heads = [
  'Summary,Issue key,Issue id,Status,Priority,Assignee,Due date,Labels,Labels,Description,Original estimate,Comment,Comment,Attachment,Custom field (Berth)',
  'Title,Description,Issue ID,URL,State,Assignee,Assignee Username,Due Date,Labels,Time Estimate,Time Spent',
  'Task ID,Completed At,Name,Section/Column,Assignee,Assignee Email,Due Date,Tags,Notes,Blocking (Dependencies)',
  'Task Name,Bucket Name,Progress,Priority,Assigned To,Due Date,Checklist Items,Labels,Description',
  '#,Tracker,Status,Priority,Subject,Assignee,Due date,Estimated time,% Done,Description',
  'Id,Title,Labels,Current State,Owned By,Owned By,Task,Task Status,Comment,Deadline',
  'Card ID,Card Name,Card Description,Labels,Members,Due Date,List Name,Archived,Due Complete',
  'Name,Status,Due,Tags,Anything,,Anything',
  'Title,URL,Assignees,Status,Labels,Linked pull requests,Milestone,Repository,End date',
  'ID,Team,Title,Description,Status,Estimate,Priority,Assignee,Labels,Cycle Number,Completed,Canceled,Archived,Due Date,Parent issue,Blocked by',
  'Task Type,Task ID,Task Custom ID,Task Name,Task Content,Status,Due Date,Parent ID,Attachments,Assignees,Tags,Priority,List Name,Time Estimated,Checklists,Comments',
  'Name,Subitems,Person,Status,Date,Priority,Tags,Item ID (auto generated)',
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DEADLINE',
  'ID,Work Item Type,Title 1,Title 2,Title 3,Assigned To,State,Tags,Area Path,Priority,Description,Original Estimate,Target Date',
  'Issue Id,Project,Summary,Reporter,Created,Resolved,Priority,Type,State,Assignee,Estimation,Due Date,Description,Tags',
  'ID,Project Identifier,Sequence ID,Name,Description,Priority,Target Date,State,Completed At,Archived At,Module Name,Labels,Comments,Assignees',
  'Title,Description,List,Swimlane,Owner,Members,Assignee,Labels,Start,Due,End,Overtime (hours),Spent time (hours),Archived',
].map((line) => line.split(','))

/** Columns whose words say what kind of row it is. */
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  TYPE: fc.constantFrom('task', ''),
  INDENT: fc.constantFrom('1', '2', '3'),
}
const row = (names: readonly string[]) =>
  fc.tuple(
    ...names.map(
      (name) =>
        kinds[name] ??
        fc.oneof(
          { weight: 3, arbitrary: said },
          { weight: 1, arbitrary: fc.constant('') },
          ...(/due|date|deadline/i.test(name) ? [{ weight: 3, arbitrary: day }] : []),
        ),
    ),
  )

/** The names and the rows of a sheet. */
export const sheet = fc
  .constantFrom(...heads)
  .chain((names) => fc.tuple(fc.constant(names), fc.array(row(names), { minLength: 1, maxLength: 6 })))

const orOdd = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: arbitrary }, { weight: 1, arbitrary: odd })
const card = fc.record({
  id: orOdd(fc.constantFrom('c1', 'c2', 'c3')),
  name: orOdd(said),
  desc: orOdd(said),
  closed: orOdd(fc.boolean()),
  idList: orOdd(fc.constantFrom('l1', 'l2', 'gone')),
  pos: orOdd(fc.integer()),
  due: orOdd(day),
  dueComplete: orOdd(fc.boolean()),
  start: orOdd(day),
  idMembers: orOdd(fc.array(fc.constantFrom('m1', 'm2'), { maxLength: 2 })),
  idLabels: orOdd(fc.array(fc.constantFrom('b1', 'b2', 'b3'), { maxLength: 3 })),
  labels: orOdd(
    fc.array(fc.record({ id: fc.constantFrom('b8', 'b9'), name: orOdd(said), color: orOdd(fc.constant('red')) }), {
      maxLength: 2,
    }),
  ),
  badges: orOdd(fc.record({ comments: orOdd(fc.nat(9)), votes: orOdd(fc.nat(3)) })),
  attachments: orOdd(
    fc.array(fc.record({ name: orOdd(said), url: orOdd(fc.constant('https://x.example.org/a')) }), { maxLength: 2 }),
  ),
  customFieldItems: orOdd(
    fc.array(fc.record({ idCustomField: orOdd(fc.constant('f1')), value: orOdd(fc.record({ text: said })) }), {
      maxLength: 2,
    }),
  ),
  isTemplate: orOdd(fc.constant(false)),
})
/** A board of Trello with nulls and odd values. */
export const trelloBoard = fc.record({
  name: orOdd(said),
  lists: fc.array(
    fc.record({
      id: fc.constantFrom('l1', 'l2'),
      name: orOdd(said),
      pos: orOdd(fc.integer()),
      closed: orOdd(fc.boolean()),
    }),
    { maxLength: 3 },
  ),
  cards: fc.array(fc.oneof({ weight: 9, arbitrary: card }, { weight: 1, arbitrary: odd }), { maxLength: 6 }),
  labels: orOdd(
    fc.array(
      fc.record({ id: fc.constantFrom('b1', 'b2', 'b3'), name: orOdd(said), color: orOdd(fc.constant('sky_dark')) }),
      { maxLength: 4 },
    ),
  ),
  members: orOdd(
    fc.array(fc.record({ id: fc.constantFrom('m1', 'm2'), fullName: orOdd(said), username: orOdd(said) }), {
      maxLength: 2,
    }),
  ),
  checklists: orOdd(
    fc.array(
      fc.record({
        idCard: orOdd(fc.constantFrom('c1', 'c2')),
        name: orOdd(said),
        checkItems: orOdd(
          fc.array(fc.record({ name: orOdd(said), state: orOdd(fc.constantFrom('complete', 'incomplete')) }), {
            maxLength: 30,
          }),
        ),
      }),
      { maxLength: 3 },
    ),
  ),
  actions: orOdd(
    fc.array(
      fc.record({
        type: fc.constantFrom('commentCard', 'updateCard'),
        date: orOdd(day),
        data: orOdd(fc.record({ text: orOdd(said), card: fc.constant({ id: 'c1' }) })),
        memberCreator: orOdd(fc.record({ fullName: orOdd(said) })),
      }),
      { maxLength: 4 },
    ),
  ),
})

/** A board of Planka with nulls and odd values. */
export const plankaBoard = fc.record({
  item: fc.record({ id: fc.constant('b'), name: orOdd(said) }),
  included: fc.record({
    lists: fc.array(fc.record({ id: fc.constantFrom('l1', 'l2'), name: orOdd(said), position: orOdd(fc.integer()), type: orOdd(fc.constantFrom('active', 'closed', 'archive')) }), { maxLength: 3 }),
    cards: fc.array(fc.oneof({ weight: 9, arbitrary: fc.record({ id: fc.constantFrom('c1', 'c2'), listId: orOdd(fc.constantFrom('l1', 'l2', 'gone')), name: orOdd(said), description: orOdd(said), dueDate: orOdd(day), isDueCompleted: orOdd(fc.boolean()), position: orOdd(fc.integer()), stopwatch: orOdd(fc.record({ total: orOdd(fc.nat()) })) }) }, { weight: 1, arbitrary: odd }), { maxLength: 5 }),
    labels: orOdd(fc.array(fc.record({ id: fc.constantFrom('b1', 'b2'), name: orOdd(said), color: orOdd(fc.constant('berry-red')) }), { maxLength: 3 })),
    cardLabels: orOdd(fc.array(fc.record({ cardId: fc.constantFrom('c1', 'c2'), labelId: fc.constantFrom('b1', 'gone') }), { maxLength: 3 })),
    users: orOdd(fc.array(fc.record({ id: fc.constant('p1'), name: orOdd(said), username: orOdd(said), email: orOdd(said) }), { maxLength: 2 })),
    cardMemberships: orOdd(fc.array(fc.record({ cardId: fc.constant('c1'), userId: fc.constantFrom('p1', 'gone') }), { maxLength: 2 })),
    tasks: orOdd(fc.array(fc.record({ id: fc.constant('t'), cardId: orOdd(fc.constant('c1')), name: orOdd(said), isCompleted: orOdd(fc.boolean()) }), { maxLength: 4 })),
    comments: orOdd(fc.array(fc.record({ cardId: fc.constant('c1'), userId: orOdd(fc.constant('p1')), text: orOdd(said), createdAt: orOdd(day) }), { maxLength: 3 })),
    attachments: orOdd(fc.array(fc.record({ cardId: fc.constant('c1'), name: orOdd(said), data: orOdd(fc.record({ url: orOdd(fc.constant('https://x.example.org/a')) })) }), { maxLength: 2 })),
  }),
}) // prettier-ignore

/** A board of WeKan with nulls and odd values. */
export const wekanBoard = fc.record({
  _format: fc.constant('wekan-board-1.0.0'),
  title: orOdd(said),
  lists: fc.array(fc.record({ _id: fc.constantFrom('l1', 'l2'), title: orOdd(said), sort: orOdd(fc.integer()), archived: orOdd(fc.boolean()) }), { maxLength: 3 }),
  swimlanes: orOdd(fc.array(fc.record({ _id: fc.constant('s1'), title: orOdd(said) }), { maxLength: 2 })),
  cards: fc.array(fc.oneof({ weight: 9, arbitrary: fc.record({ _id: fc.constantFrom('c1', 'c2'), title: orOdd(said), description: orOdd(said), listId: orOdd(fc.constantFrom('l1', 'l2', 'gone')), swimlaneId: orOdd(fc.constant('s1')), sort: orOdd(fc.integer()), dueAt: orOdd(day), startAt: orOdd(day), members: orOdd(fc.array(fc.constantFrom('u1', 'gone'), { maxLength: 2 })), labelIds: orOdd(fc.array(fc.constantFrom('b1', 'gone'), { maxLength: 2 })), customFields: orOdd(fc.array(fc.record({ _id: fc.constant('f1'), value: orOdd(said) }), { maxLength: 2 })), requestedBy: orOdd(said), archived: orOdd(fc.boolean()), parentId: orOdd(fc.constant('c2')) }) }, { weight: 1, arbitrary: odd }), { maxLength: 5 }),
  labels: orOdd(fc.array(fc.record({ _id: fc.constant('b1'), name: orOdd(said), color: orOdd(fc.constant('green')) }), { maxLength: 2 })),
  users: orOdd(fc.array(fc.record({ _id: fc.constant('u1'), username: orOdd(said), profile: orOdd(fc.record({ fullname: orOdd(said) })) }), { maxLength: 2 })),
  customFields: orOdd(fc.array(fc.record({ _id: fc.constant('f1'), name: orOdd(said), type: orOdd(fc.constant('text')) }), { maxLength: 2 })),
  checklists: orOdd(fc.array(fc.record({ _id: fc.constant('k'), cardId: fc.constant('c1'), title: orOdd(said) }), { maxLength: 2 })),
  checklistItems: orOdd(fc.array(fc.record({ checklistId: fc.constant('k'), title: orOdd(said), isFinished: orOdd(fc.boolean()) }), { maxLength: 3 })),
  comments: orOdd(fc.array(fc.record({ cardId: fc.constant('c1'), userId: orOdd(fc.constant('u1')), text: orOdd(said), createdAt: orOdd(day) }), { maxLength: 3 })),
}) // prettier-ignore
