import { rewardTables } from './reward-tables.ts'
import { CHANCE, DERIVED, SERVER, type PersonalTable } from './personal-table.ts'

const isIn = (projectID: string) =>
  `exists (select from memberships m where m.project_id = ${projectID} and m.user_id = :me)`

/**
 * Text of projects and tasks that the person made and has left is exported only where the log shows that it is still
 * theirs: others may have rewritten it since. Text older than the log may be anybody's.
 */
const ownText = (column: string, made: string, changed: string) =>
  [
    column,
    `case when exists (select from events e where ${made} and e.actor_id = :me)
      and not exists (select from events e where ${changed} and e.actor_id is distinct from :me) then ${column} end`,
  ] as const
const taskText = (column: string, field: string) =>
  ownText(
    column,
    "e.task_id = tasks.id and e.kind = 'task.created'",
    `e.task_id = tasks.id and e.kind = 'task.changed' and e.data -> 'fields' ? '${field}'`,
  )
const projectText = (column: string) =>
  ownText(
    column,
    "e.project_id = projects.id and e.kind = 'project.created'",
    "e.project_id = projects.id and e.kind in ('project.changed', 'project.questions')",
  )

/** Projects that the person had a part in. Applying is none: anybody can apply anywhere. */
const isTheirs = (projectID: string) =>
  `${projectID} in (select e.project_id from events e where e.project_id is not null and (
    (e.actor_id = :me and e.request_id is null and e.kind not like 'request.%')
    or (e.subject_id = :me and e.kind like 'member.%')))`
const isOfTheirTask = `task_id in (select t.id from tasks t where ${isTheirs('t.project_id')})`
const isOfTheirRequest = `request_id in (select r.id from project_requests r where ${isTheirs('r.project_id')})`

/** The tables of projects: what people do together. */
export const workTables: Readonly<Record<string, PersonalTable>> = {
  address_invitations: {
    lists: {
      invitationsByAddress: {
        where: 'invited_by = :me',
        columns: [
          ...['id', 'project_id', 'email', 'role', 'message', 'task_id', 'created_at', 'mailed_at', 'ends_at'],
          ...['resent_at', 'ended_at'],
        ],
      },
    },
    without: 'It is who made them.',
    withoutColumns: ['invited_by'],
    rowsGo: 'invited_by = :me or lower(email) = (select lower(email) from users where id = :me)',
    texts: ['message'],
    stays: { columns: ['email', 'role'], because: 'Those are of other people, whose address they are.' },
  },
  answer_records: {
    lists: { answersToApplicants: { where: 'user_id = :me', columns: ['closed', 'answered', 'median_hours'] } },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  ...rewardTables(isOfTheirTask),
  comments: {
    lists: {
      comments: {
        where: 'author_id = :me',
        columns: [
          'id',
          'task_id',
          'request_id',
          'body',
          'mentioned_ids',
          'created_at',
          'edited_at',
          'deleted_at',
          'hidden_at',
        ],
      },
    },
    without: CHANCE,
    withoutColumns: ['author_id', 'idempotency_key'],
    becomes: { where: 'author_id = :me', values: { idempotency_key: 'id::text' } },
    // The talk about one's applications goes with their letters.
    rowsGo: 'request_id in (select id from project_requests where user_id = :me)',
    texts: ['body'],
    about: `author_id = :me or ${isOfTheirTask} or ${isOfTheirRequest}`,
  },
  saved_projects: {
    lists: { savedProjects: { where: 'user_id = :me', columns: ['project_id', 'saved_at'] } },
    without: 'It is whose list this is.',
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  open_tasks: {
    without: DERIVED,
    stays: {
      columns: ['currency', 'mode', 'takers', 'min_tier', 'skills', 'search_text'],
      because: 'The triggers of tasks, offers and projects write it again when their texts change.',
    },
  },
  saved_tasks: {
    lists: { savedTasks: { where: 'user_id = :me', columns: ['task_id', 'saved_at'] } },
    without: 'It is whose list this is.',
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  saved_searches: {
    lists: {
      savedSearches: { where: 'user_id = :me', columns: ['id', 'name', 'search', 'created_at', 'seen_at'] },
    },
    without: SERVER,
    withoutColumns: ['user_id', 'place'],
    rowsGo: 'user_id = :me',
  },
  creator_applications: {
    lists: {
      creatorApplications: {
        where: 'user_id = :me',
        columns: ['id', 'status', 'text', 'answer_by', 'created_at', 'updated_at', 'decided_at'],
      },
      decidedCreatorApplications: {
        where: 'decided_by = :me and user_id <> :me',
        columns: ['id', 'status', 'reason', 'decided_at'],
      },
    },
    without:
      'Who decided is another person, and so is what they wrote; how often administrators were reminded is theirs.',
    withoutColumns: ['user_id', 'decided_by', 'reminders'],
    rowsGo: 'user_id = :me',
    texts: ['reason', 'text'],
  },
  files: {
    lists: {
      files: {
        where: "uploaded_by = :me and state = 'stored'",
        columns: ['id', 'project_id', 'name', 'content_type', 'size_bytes', 'created_at', 'changed_at'],
      },
    },
    without: SERVER,
    withoutColumns: ['uploaded_by', 'state'],
    // Each of the person's files is deleted before, with its bytes; the sweeper removes what was left of one.
    becomes: { where: 'uploaded_by = :me', values: { name: "'file'" } },
    texts: ['name'],
    about: isTheirs('project_id'),
    stays: { columns: ['content_type', 'state'], because: 'The server has written them.' },
  },
  imports: {
    lists: {
      imports: {
        where: 'created_by = :me',
        columns: ['id', 'project_id', 'source', 'task_ids', 'created_at', 'undone_at'],
      },
    },
    without: CHANCE,
    withoutColumns: ['created_by', 'idempotency_key', 'request_hash', 'continues', 'waiting_ids'],
    becomes: { where: 'created_by = :me', values: { idempotency_key: 'id::text', request_hash: "''" } },
    stays: { columns: ['source'], because: 'It is the kind of file.' },
  },
  labels: {
    without: 'Labels belong to a project, and nobody is noted as their author.',
    stays: { columns: ['name', 'colour'], because: 'They are words for tasks, which have to differ from each other.' },
  },
  project_stages: {
    without: 'Stages belong to a project, and nobody is noted as their author.',
    stays: { columns: ['name'], because: 'They are words for tasks, which have to differ from each other.' },
  },
  task_templates: {
    without: 'Templates belong to a project, and nobody is noted as their author.',
    stays: {
      columns: ['name', 'title', 'description', 'done_when'],
      because: 'They are words for tasks of the project, which others have changed since.',
    },
  },
  market_counts: { without: SERVER, stays: { columns: ['span'], because: SERVER } },
  memberships: {
    lists: {
      memberships: { where: 'user_id = :me', columns: ['project_id', 'role', 'joined_at', 'last_active_at'] },
    },
    without: DERIVED,
    withoutColumns: ['user_id'],
    // The person leaves each project before, with an event.
    rowsGo: 'user_id = :me',
  },
  payment_recordings: {
    lists: { recordings: { where: 'recorded_by = :me', columns: ['id', 'project_id', 'created_at'] } },
    without: CHANCE,
    withoutColumns: ['recorded_by', 'payer_id', 'idempotency_key', 'request_hash'],
    becomes: { where: 'recorded_by = :me', values: { idempotency_key: 'id::text', request_hash: "''" } },
  },
  payments: {
    lists: {
      paymentsToMe: {
        where: 'user_id = :me',
        columns: [
          ...['id', 'project_id', 'task_id', 'task_number', 'amount_cents', 'currency', 'method'],
          ...['created_at', 'voided_at', 'confirmed_at', 'missing_at', 'missing_text', 'receipt_number'],
        ],
      },
      paymentsByMe: {
        where: 'recording_id in (select id from payment_recordings where recorded_by = :me)',
        columns: [
          ...['id', 'recording_id', 'position', 'project_id', 'user_id', 'amount_cents', 'currency', 'method', 'note'],
          ...['task_id', 'task_number', 'task_title'],
          ...['created_at', 'voided_at', 'confirmed_at', 'missing_at', 'receipt_number'],
        ],
      },
      paymentsVoidedByMe: { where: 'voided_by = :me', columns: ['id', 'void_reason', 'voided_at'] },
    },
    without: `Who voided a payment may be another person. ${CHANCE}`,
    withoutColumns: ['voided_by', 'answer_key'],
    becomes: { where: 'user_id = :me and answer_key is not null', values: { answer_key: 'id::text' } },
    stays: {
      columns: ['currency', 'method', 'note', 'task_title', 'void_reason', 'missing_text'],
      because: 'The ledger is never changed; a trigger refuses it. What was paid to whom has to stay as it was noted.',
    },
  },
  private_marks: {
    without: 'Labels and notes are for the owners and admins of a project, and nobody else reads them.',
    rowsGo: 'request_id in (select id from project_requests where user_id = :me)',
    key: 'request_id',
    texts: ['notes'],
    stays: { columns: ['label'], because: 'It is a word of ours.' },
  },
  project_requests: {
    lists: {
      requests: {
        where: 'user_id = :me',
        columns: [
          ...['id', 'project_id', 'task_id', 'kind', 'role', 'status', 'created_at', 'updated_at', 'answered_at'],
          ...['withdrawn_at', 'answer_by', 'expired_at', 'prolonged_at', 'letter'],
          // The questions are the text of others.
          ['answers', "(select coalesce(jsonb_agg(one - 'question'), '[]') from jsonb_array_elements(answers) as one)"],
        ],
      },
      requestsAnsweredByMe: {
        where: 'answered_by = :me and user_id <> :me',
        columns: ['id', 'status', 'reject_reason', 'reject_text', 'answered_at'],
      },
      invitationsByMe: {
        where: 'created_by = :me and user_id <> :me',
        columns: ['id', 'project_id', 'user_id', 'kind', 'role', 'message', 'status', 'created_at', 'withdrawn_at'],
      },
    },
    without: 'How far the clock of a request is, what others wrote to prolong it, and the title of their project.',
    withoutColumns: [
      ...['created_by', 'answered_by', 'clock_from', 'half_reminded_at', 'last_reminded_at', 'prolong_reason'],
      ...['seen_at', 'title_then', 'idempotency_key'],
    ],
    becomes: {
      where: 'user_id = :me or created_by = :me',
      values: {
        message: 'null',
        reject_text: 'case when user_id = :me then null else reject_text end',
        letter: 'case when user_id = :me then null else letter end',
        answers: "case when user_id = :me then '[]' else answers end",
        idempotency_key: 'case when idempotency_key is not null then id::text end',
      },
    },
    texts: ['message', 'prolong_reason', 'reject_text', 'letter', 'answers', 'title_then'],
    about: `user_id = :me or created_by = :me or ${isTheirs('project_id')}`,
    stays: { columns: ['kind', 'role', 'reject_reason'], because: 'They are words of ours.' },
  },
  projects: {
    lists: {
      projects: {
        where: `created_by = :me and ${isIn('projects.id')}`,
        columns: [
          ...['id', 'title', 'description', 'detailed_description', 'client', 'organization_name', 'skills', 'tier'],
          ...['estimated_deadline', 'budget', 'weekly_hours', 'deliverables', 'tags', 'status', 'answers_within_days'],
          ...['applications_paused', 'members_take', 'review_queue_max', 'show_to_visitors', 'questions'],
          ...['created_at', 'updated_at', 'published_at', 'archived_at', 'hidden_at', 'deleted_at', 'currency'],
        ],
      },
      projectsLeft: {
        where: `created_by = :me and not ${isIn('projects.id')}`,
        columns: [
          'id',
          'created_at',
          ...['title', 'description', 'detailed_description', 'client', 'organization_name'].map(projectText),
        ],
      },
    },
    without: DERIVED,
    withoutColumns: [
      'created_by',
      'organization_id',
      'image_key',
      'search_text',
      'clock_stopped_at',
      'archived_before',
      'idempotency_key',
    ],
    becomes: { where: 'created_by = :me and idempotency_key is not null', values: { idempotency_key: 'null' } },
    texts: [
      ...['title', 'description', 'detailed_description', 'client', 'organization_name', 'skills'],
      ...['estimated_deadline', 'budget', 'deliverables', 'tags', 'image_key', 'questions'],
    ],
    about: isTheirs('id'),
    stays: {
      columns: ['tier', 'currency', 'search_text'],
      because: 'Two are words of ours; the other the database makes of the title.',
    },
  },
  recent_moves: { without: SERVER },
  reputation_events: {
    lists: {
      reputation: {
        where: 'user_id = :me',
        columns: ['id', 'project_id', 'task_id', 'event_id', 'delta', 'rule', 'created_at'],
      },
    },
    without: 'It is who has the points, and who made the project.',
    withoutColumns: ['user_id', 'creator_id'],
    stays: { columns: ['rule'], because: 'It is a word of ours.' },
  },
  search_words: {
    without: SERVER,
    stays: { columns: ['word'], because: 'They are single words of projects, which nobody can be told by.' },
  },
  submissions: {
    lists: {
      submissions: {
        where: 'author_id = :me',
        columns: [
          ...['id', 'task_id', 'round', 'note', 'links', 'files', 'state', 'created_at', 'answered_at'],
          ...['claim_id', 'review_by', 'ai_use'],
          // The lines themselves may be the text of others.
          ['remarks', "(select coalesce(jsonb_agg(line - 'text'), '[]') from jsonb_array_elements(remarks) as line)"],
        ],
      },
      reviews: { where: 'answered_by = :me', columns: ['id', 'task_id', 'round', 'state', 'answer', 'answered_at'] },
    },
    without: CHANCE,
    withoutColumns: [
      ...['author_id', 'answered_by', 'idempotency_key', 'request_hash', 'half_reminded_at', 'last_reminded_at'],
    ],
    becomes: { where: 'author_id = :me', values: { idempotency_key: 'id::text', request_hash: "''" } },
    texts: ['note', 'links', 'files', 'remarks', 'answer'],
    about: isOfTheirTask,
    stays: { columns: ['state', 'ai_use'], because: 'They are words of ours.' },
  },
  task_counters: { without: SERVER },
  task_follows: {
    lists: { follows: { where: 'user_id = :me', columns: ['task_id', 'state'] } },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  tasks: {
    lists: {
      tasksByMe: {
        where: `created_by_id = :me and ${isIn('tasks.project_id')}`,
        columns: [
          ...['id', 'project_id', 'task_number', 'title', 'description', 'done_when', 'status', 'priority', 'due_on'],
          ...[
            'estimate_hours',
            'label_ids',
            'stage_id',
            'file_ids',
            'blocked_by_ids',
            'created_at',
            'updated_at',
            'deleted_at',
          ],
        ],
      },
      tasksByMeInProjectsLeft: {
        where: `created_by_id = :me and not ${isIn('tasks.project_id')}`,
        columns: [
          ...['id', 'project_id', 'task_number', 'created_at'],
          ...[taskText('title', 'title'), taskText('description', 'description'), taskText('done_when', 'doneWhen')],
        ],
      },
      tasksForMe: {
        where: 'assigned_to_id = :me and created_by_id is distinct from :me',
        columns: [
          ...['id', 'project_id', 'task_number', 'status', 'priority', 'due_on', 'created_at', 'started_at'],
          ...['completed_at', 'credited_reputation'],
        ],
      },
    },
    without: 'How the board keeps the task; who else worked on it.',
    withoutColumns: [
      ...['assigned_to_id', 'created_by_id', 'deleted_by_id', 'created_completed', 'comment_count', 'open_round'],
      ...['rank', 'shown_version', 'version', 'waits_since', 'idempotency_key', 'offer_cents'],
    ],
    becomes: { where: 'created_by_id = :me and idempotency_key is not null', values: { idempotency_key: 'null' } },
    texts: ['title', 'description', 'done_when'],
    about: isTheirs('project_id'),
    stays: { columns: ['rank'], because: SERVER },
  },
  task_titles: {
    without: DERIVED,
    stays: { columns: ['words'], because: 'A trigger makes them of the titles of tasks.' },
  },
  tier_falls: { without: 'Who waits here reads it in the inbox, which is exported.', rowsGo: 'user_id = :me' },
  told_deadlines: { without: SERVER, stays: { columns: ['kind'], because: SERVER } },
}
