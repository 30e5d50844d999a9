import { headOf } from './heads.ts'

export const trackers = [
  'Jira',
  'GitLab',
  'GitHub',
  'Linear',
  'Asana',
  'ClickUp',
  'Monday',
  'Planner',
  'Todoist',
  'TickTick',
  'Redmine',
  'OpenProject',
  'Wrike',
  'Azure DevOps',
  'YouTrack',
  'Pivotal',
  'Plane',
  'Trello',
  'WeKan',
  'Vikunja',
  'the export',
] as const
/** 'the export' is our own CSV. */
export type Tracker = (typeof trackers)[number]

/** Programs whose tasks are in lists. */
export const boardPrograms: ReadonlySet<string> = new Set([
  'Trello',
  'Planka',
  'WeKan',
  'Todoist',
  'TickTick',
  'Planner',
  'Asana',
  'Things',
])

/** Heads that only one program writes; a group is found where all of its heads are. */
const signs: ReadonlyArray<readonly [Tracker, readonly string[]]> = [
  ['the export', ['Estimate (hours)+Done when+Changed at']],
  [
    'Jira',
    [
      'Issue key',
      'Clave de incidencia',
      'Clé de ticket',
      'Clé de demande',
      'Vorgangsschlüssel',
      'Chave da item',
      'Chave do item',
      'Chave da pendência',
      'Klucz zgłoszenia',
      'Chiave segnalazione',
      'Chiave ticket',
      'Issuesleutel',
      '課題キー',
      '问题关键字',
      '问题密钥',
      'Ключ проблемы',
      'Summary+Issue Type+Resolution',
      'Key+Summary+Issue Type',
      'Key+Summary+Reporter+Resolution',
    ],
  ],
  [
    'GitLab',
    [
      'Title+Time Estimate+Time Spent',
      'Issue ID+URL+State+Author Username',
      'Title+Issue ID+URL+State',
      'IID+Web URL+Project ID',
      'IID+Web URL+Time estimate',
    ],
  ],
  ['TickTick', ['Title+Content+Is Check list']],
  ['Todoist', ['Type+Content+Priority', 'Type+Content+Indent', 'Content+Project ID+Priority']],
  ['Asana', ['Section/Column', 'Blocked By (Dependencies)', 'Task ID+Completed At+Last Modified+Name']],
  [
    'ClickUp',
    [
      'Task Custom ID',
      'Task Content',
      'Task ID+Task Name+Folder Name',
      'Task Name+Time Estimated',
      'Task Name+List Name+Space Name',
      'Text content+Orderindex',
      'Time estimate+Orderindex',
    ],
  ],
  ['Monday', ['Item ID (auto generated)', 'Name+Subitems', 'Name+Person+Status']],
  [
    'Planner',
    [
      'Bucket Name',
      'Plan ID+Bucket ID+Percent complete',
      'Completed Checklist Items',
      'Bucket+% Complete',
      'Task ID+Task Name+Progress',
      'Bucket-Name',
      'Nombre del cubo',
      'Nom du compartiment',
      'バケット名',
      '存储桶名称',
    ],
  ],
  ['Trello', ['Card Name+List Name', 'Card ID+Card Name', 'Card URL']],
  ['WeKan', ['Title+List+Swimlane', 'Overtime (hours)+Spent time (hours)']],
  ['Vikunja', ['Done at+Percent done+Bucket ID', 'Done at+Percent done+Is favorite']],
  ['Linear', ['Cycle Number', 'SLA Status', 'ID+Team+Title+Estimate', 'Triaged+Canceled']],
  ['Azure DevOps', ['Work Item Type', 'Area Path', 'Iteration Path', 'System.Title', 'System.WorkItemType']],
  ['Pivotal', ['Current State', 'Iteration Start', 'Story Type+Story', 'Requested By+Owned By']],
  ['Plane', ['Sequence ID', 'Module Name', 'Project Identifier+Name']],
  ['OpenProject', ['Type+Subject+Accountable', 'Subject+Work+Remaining work']],
  ['Wrike', ['Title+Custom status+Folder', 'Title+Start date constraint']],
  [
    'YouTrack',
    [
      'Subsystem+Assignee',
      'Fix versions+Affected versions+Estimation',
      'Issue Id+Summary+State',
      'ID+Summary+Reporter+Spent time',
    ],
  ],
  [
    'Redmine',
    [
      'Tracker+Subject',
      'Tracker+Sujet',
      'Tracker+Thema',
      'Tracker+Oggetto',
      'Tracker+Onderwerp',
      'Tipo+Asunto',
      'Tipo+Título+Situação',
      'Tipo+Assunto',
      'Typ zagadnienia+Temat',
      'トラッカー+題名',
      '跟踪+主题',
      '追蹤標籤+主旨',
    ],
  ],
  [
    'GitHub',
    [
      'Title+URL+Assignees+Linked pull requests',
      'Title+URL+Assignees+Milestone+Repository',
      'Title+URL+Assignees+Status',
    ],
  ],
]

/** The program that wrote a table with these heads; null where none is known. */
export const trackerOf = (columns: readonly string[]): Tracker | null => {
  const heads = new Set(columns.map(headOf))
  const found = signs.find(([, groups]) =>
    groups.some((group) => group.split('+').every((head) => heads.has(headOf(head)))),
  )
  if (found) return found[0]
  return columns.some((name) =>
    /^(?:custom field|campo personalizado|benutzerdefiniertes feld|champ personnalisé|pole niestandardowe) \(/i.test(
      name,
    ),
  )
    ? 'Jira'
    : null
}
