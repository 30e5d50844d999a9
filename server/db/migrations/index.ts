import type { Kysely } from 'kysely'
import * as foundation from './0001_foundation.ts'
import * as searchWords from './0002_search_words.ts'
import * as peopleAndTasks from './0003_people_and_tasks.ts'
import * as shortSearches from './0004_short_searches.ts'
import * as payments from './0005_payments.ts'
import * as jobsAndFiles from './0006_jobs_and_files.ts'
import * as marketAtScale from './0007_market_at_scale.ts'
import * as listsAtScale from './0008_lists_at_scale.ts'
import * as boardTags from './0009_board_tags.ts'
import * as administratorInvitations from './0010_administrator_invitations.ts'
import * as fileQuotas from './0011_file_quotas.ts'
import * as serverProcesses from './0012_server_processes.ts'
import * as invitationMail from './0013_invitation_mail.ts'
import * as sortedLists from './0014_sorted_lists.ts'
import * as jobKeys from './0015_job_keys.ts'
import * as events from './0016_events.ts'
import * as notifications from './0017_notifications.ts'
import * as inboxChanges from './0018_inbox_changes.ts'
import * as noticeMails from './0019_notice_mails.ts'
import * as oldNotices from './0020_old_notices.ts'
import * as moreToATask from './0021_more_to_a_task.ts'
import * as comments from './0022_comments.ts'
import * as submissions from './0023_submissions.ts'
import * as taskTitles from './0024_task_titles.ts'
import * as imports from './0026_imports.ts'
import * as toldDeadlines from './0028_told_deadlines.ts'
import * as decisionClock from './0029_decision_clock.ts'
import * as reputation from './0030_reputation.ts'
import * as profiles from './0031_profiles.ts'
import * as devices from './0033_devices.ts'
import * as emailChanges from './0034_email_changes.ts'
import * as suspensions from './0035_suspensions.ts'
import * as accessTokens from './0037_access_tokens.ts'
import * as letters from './0043_letters.ts'
import * as decisions from './0045_decisions.ts'

export type Migration = { name: string; up: (db: Kysely<unknown>) => Promise<void> }

/** All migrations, in order. They are imported one by one, not found on disk, so that the bundled server holds them. */
export const migrations: readonly Migration[] = [
  { name: '0001_foundation', up: foundation.up },
  { name: '0002_search_words', up: searchWords.up },
  { name: '0003_people_and_tasks', up: peopleAndTasks.up },
  { name: '0004_short_searches', up: shortSearches.up },
  { name: '0005_payments', up: payments.up },
  { name: '0006_jobs_and_files', up: jobsAndFiles.up },
  { name: '0007_market_at_scale', up: marketAtScale.up },
  { name: '0008_lists_at_scale', up: listsAtScale.up },
  { name: '0009_board_tags', up: boardTags.up },
  { name: '0010_administrator_invitations', up: administratorInvitations.up },
  { name: '0011_file_quotas', up: fileQuotas.up },
  { name: '0012_server_processes', up: serverProcesses.up },
  { name: '0013_invitation_mail', up: invitationMail.up },
  { name: '0014_sorted_lists', up: sortedLists.up },
  { name: '0015_job_keys', up: jobKeys.up },
  { name: '0016_events', up: events.up },
  { name: '0017_notifications', up: notifications.up },
  { name: '0018_inbox_changes', up: inboxChanges.up },
  { name: '0019_notice_mails', up: noticeMails.up },
  { name: '0020_old_notices', up: oldNotices.up },
  { name: '0021_more_to_a_task', up: moreToATask.up },
  { name: '0022_comments', up: comments.up },
  { name: '0023_submissions', up: submissions.up },
  { name: '0024_task_titles', up: taskTitles.up },
  { name: '0026_imports', up: imports.up },
  { name: '0028_told_deadlines', up: toldDeadlines.up },
  { name: '0029_decision_clock', up: decisionClock.up },
  { name: '0030_reputation', up: reputation.up },
  { name: '0031_profiles', up: profiles.up },
  { name: '0033_devices', up: devices.up },
  { name: '0034_email_changes', up: emailChanges.up },
  { name: '0035_suspensions', up: suspensions.up },
  { name: '0037_access_tokens', up: accessTokens.up },
  { name: '0043_letters', up: letters.up },
  { name: '0045_decisions', up: decisions.up },
]
