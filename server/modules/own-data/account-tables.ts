import { DERIVED, PROOF, SERVER, type PersonalTable } from './personal-table.ts'

/** The condition that a row is about a task of a project in which the person is no member: a guest knows nobody by it. */
const isOfGuest = (table: string) =>
  `(${table}.task_id is not null and not exists (
    select from memberships m where m.project_id = ${table}.project_id and m.user_id = :me))`

/** The tables of accounts, of people's notices, and of the server. */
export const accountTables: Readonly<Record<string, PersonalTable>> = {
  access_tokens: {
    lists: {
      accessTokens: {
        where: 'user_id = :me',
        columns: ['id', 'name', 'scopes', 'created_at', 'ends_at', 'last_used_at'],
      },
    },
    without: PROOF,
    withoutColumns: ['user_id', 'token_hash'],
    rowsGo: 'user_id = :me',
  },
  account_exports: {
    lists: { exports: { where: 'user_id = :me', columns: ['id', 'state', 'asked_at', 'ready_at', 'size_bytes'] } },
    without: SERVER,
    withoutColumns: ['user_id', 'attempts', 'file_id', 'claimed_until'],
    rowsGo: 'user_id = :me',
  },
  calendars: {
    lists: { calendar: { where: 'user_id = :me', columns: ['hides_titles', 'created_at'] } },
    without: PROOF,
    withoutColumns: ['user_id', 'token_hash'],
    rowsGo: 'user_id = :me',
  },
  email_changes: {
    lists: {
      addressChanges: { where: 'user_id = :me', columns: ['new_email', 'created_at', 'expires_at', 'consumed_at'] },
    },
    without: PROOF,
    withoutColumns: ['id', 'user_id', 'code_hash', 'tries'],
    rowsGo: 'user_id = :me',
  },
  email_recoveries: {
    lists: {
      formerAddresses: { where: 'user_id = :me', columns: ['old_email', 'created_at', 'expires_at', 'consumed_at'] },
    },
    without: 'The link of the mail is made of it. An address that was taken away from the account may be a stranger’s.',
    withoutColumns: ['id', 'user_id', 'left_email'],
    rowsGo: 'user_id = :me',
  },
  email_verification_tokens: { without: PROOF, rowsGo: 'user_id = :me' },
  event_log: { without: SERVER, stays: { columns: ['cluster'], because: SERVER } },
  events: {
    lists: {
      events: {
        where: 'actor_id = :me or subject_id = :me',
        columns: [
          ...['id', 'kind', 'project_id', 'task_id', 'request_id', 'subject_id', 'created_at'],
          ['actor_id', `case when actor_id = :me or not ${isOfGuest('events')} then actor_id end`],
          // The network is that of who acted, the stage one of a project whose members alone know it.
          [
            'data',
            `(case when actor_id = :me then data else data - 'network' end) - (case when ${isOfGuest('events')} then 'stage' else '' end)`,
          ],
        ],
      },
    },
    without: SERVER,
    withoutColumns: ['xid'],
    stays: {
      columns: ['kind', 'data'],
      because: 'An event has IDs and small values, never a name, an address or a text.',
    },
  },
  inbox_changes: { without: SERVER, rowsGo: 'user_id = :me' },
  stream_seats: { without: SERVER, rowsGo: 'user_id = :me' },
  jobs: {
    without: 'It is work that waits, and has IDs only.',
    texts: ['payload', 'last_error', 'key'],
    stays: { columns: ['kind'], because: SERVER },
  },
  known_devices: {
    lists: { devices: { where: 'user_id = :me', columns: ['device', 'network', 'first_seen_at', 'last_seen_at'] } },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  notice_mails: {
    lists: { digests: { where: 'user_id = :me', columns: ['last_digest_at'] } },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  notification_cursor: { without: SERVER },
  notifications: {
    lists: {
      notices: {
        where: 'user_id = :me',
        columns: [
          ...['id', 'notice_group', 'kind', 'project_id', 'task_id', 'request_id', 'count', 'is_end'],
          ['actor_id', `case when not ${isOfGuest('notifications')} then actor_id end`],
          [
            'events',
            `case when not ${isOfGuest('notifications')} then events
              else (select jsonb_agg(one - 'actor') from jsonb_array_elements(events) as one) end`,
          ],
          ...['created_at', 'updated_at', 'read_at', 'done_at', 'snoozed_until'],
        ],
      },
    },
    without: 'Titles are the text of others; the rest is how the server sends mail.',
    withoutColumns: ['user_id', 'thread', 'first_event', 'title', 'xid', 'mail_at', 'mail_since'],
    rowsGo: 'user_id = :me',
    texts: ['title'],
    stays: { columns: ['notice_group', 'kind', 'events'], because: 'They have words of ours and IDs.' },
  },
  notification_settings: {
    lists: {
      notificationSettings: {
        where: 'user_id = :me',
        columns: ['groups', 'time_zone', 'digest_hour', 'quiet_from', 'quiet_to', 'hide_previews'],
      },
    },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  one_time_codes: { without: PROOF, rowsGo: 'user_id = :me' },
  payout_changes: {
    lists: { payoutChanges: { where: 'user_id = :me', columns: ['created_at', 'expires_at', 'consumed_at'] } },
    without: PROOF,
    withoutColumns: ['id', 'user_id'],
    rowsGo: 'user_id = :me',
  },
  payout_details: {
    lists: { payoutDetails: { where: 'user_id = :me', columns: ['given_at', 'changed_at'] } },
    without: 'They are sealed, and readable in no file: the person reads them in the settings.',
    withoutColumns: ['user_id', 'sealed', 'key_id'],
    rowsGo: 'user_id = :me',
  },
  payout_questions: {
    lists: { payoutQuestions: { where: 'user_id = :me', columns: ['closed_at'] } },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  payout_readings: {
    lists: {
      payoutReadings: { where: 'user_id = :me', columns: ['claim_id', 'read_at'] },
      payoutsReadByMe: { where: 'read_by = :me', columns: ['claim_id', 'read_at'] },
    },
    without: 'Each is about two people.',
    withoutColumns: ['id', 'user_id', 'read_by'],
    rowsGo: 'user_id = :me',
  },
  profile_pictures: {
    lists: { pictures: { where: 'user_id = :me', columns: ['updated_at'] } },
    without: 'The picture is a file of the export.',
    withoutColumns: ['user_id', 'picture'],
    rowsGo: 'user_id = :me',
  },
  rate_limits: { without: SERVER, stays: { columns: ['key'], because: 'It has hashes only.' } },
  recovery_codes: { without: PROOF, rowsGo: 'user_id = :me' },
  refresh_tokens: {
    without: PROOF,
    rowsGo: 'family_id in (select id from session_families where user_id = :me)',
  },
  reset_tokens: { without: PROOF, rowsGo: 'user_id = :me' },
  schema_migrations: { without: SERVER, stays: { columns: ['name'], because: SERVER } },
  server_lacks: { without: SERVER, stays: { columns: ['what'], because: SERVER } },
  server_processes: { without: SERVER, stays: { columns: ['store'], because: SERVER } },
  server_secrets: { without: PROOF, stays: { columns: ['name', 'value'], because: SERVER } },
  session_families: {
    lists: {
      sessions: {
        where: 'user_id = :me',
        columns: [
          'id',
          'device',
          'network',
          'created_at',
          'last_seen_at',
          'confirmed_at',
          'revoked_at',
          'revoked_reason',
        ],
      },
    },
    without: DERIVED,
    withoutColumns: ['user_id'],
    rowsGo: 'user_id = :me',
  },
  sign_in_challenges: { without: PROOF, rowsGo: 'user_id = :me' },
  two_step: {
    lists: { twoStep: { where: 'user_id = :me', columns: ['created_at', 'confirmed_at'] } },
    without: PROOF,
    withoutColumns: ['user_id', 'sealed', 'key_id', 'last_step'],
    rowsGo: 'user_id = :me',
  },
  waitlist_entries: {
    lists: {
      waitlist: {
        where: 'registered_user_id = :me or lower(email) = (select lower(email) from users where id = :me)',
        columns: [
          ...['id', 'email', 'created_at', 'is_invited', 'last_invited_at', 'invitation_expires_at'],
          ...['want', 'from_task_id', 'from_project_id'],
        ],
      },
    },
    without: PROOF,
    withoutColumns: [
      ...['administrator_until', 'invitation_id', 'invited_token_hash', 'mail_error', 'mail_state'],
      'registered_user_id',
    ],
    rowsGo: 'registered_user_id = :me or lower(email) = (select lower(email) from users where id = :me)',
    texts: ['mail_error'],
    stays: {
      columns: ['email', 'invited_token_hash', 'mail_state', 'want'],
      because: 'Those are of other people, whose address they are.',
    },
  },
  users: {
    lists: {
      account: {
        where: 'id = :me',
        columns: [
          ...['id', 'email', 'username', 'name', 'headline', 'bio', 'skills', 'links', 'hours_per_week'],
          ...[
            'account_type',
            'is_administrator',
            'is_email_verified',
            'reputation',
            'reputation_creators',
            'email_on_invitation',
          ],
          ...['email_on_request_answered', 'email_on_task_assigned', 'show_in_talent_directory', 'created_at'],
          ...['updated_at', 'last_active_at', 'welcomed_at', 'suspended_at', 'deletion_due_at'],
        ],
      },
    },
    without: 'A hash of the password stays on the server, an administrator wrote why, and the rest is derived.',
    withoutColumns: ['password_hash', 'suspension_reason', 'search_name', 'search_text', 'deleted_at'],
    becomes: {
      where: 'id = :me',
      values: {
        ...{ email: "''", username: "'former member'", name: "''", headline: "''", bio: "''", password_hash: "''" },
        ...{ skills: "'{}'", links: "'{}'", hours_per_week: 'null', suspended_at: 'null', suspension_reason: 'null' },
        ...{ is_administrator: 'false', is_email_verified: 'false', show_in_talent_directory: 'false' },
        ...{ email_on_invitation: 'false', email_on_request_answered: 'false', email_on_task_assigned: 'false' },
        ...{ account_type: "'contributor'", last_active_at: 'null', welcomed_at: 'null', deletion_due_at: 'null' },
      },
    },
    stays: { columns: ['search_name', 'search_text'], because: 'The database makes them of the others.' },
  },
}
