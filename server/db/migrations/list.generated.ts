// Written by `npm run lists:generate`.
import { up as up0001 } from './0001_foundation.ts'
import { up as up0002 } from './0002_search_words.ts'
import { up as up0003 } from './0003_people_and_tasks.ts'
import { up as up0004 } from './0004_short_searches.ts'
import { up as up0005 } from './0005_payments.ts'
import { up as up0006 } from './0006_jobs_and_files.ts'
import { up as up0007 } from './0007_market_at_scale.ts'
import { up as up0008 } from './0008_lists_at_scale.ts'
import { up as up0009 } from './0009_board_tags.ts'
import { up as up0010 } from './0010_administrator_invitations.ts'
import { up as up0011 } from './0011_file_quotas.ts'
import { up as up0012 } from './0012_server_processes.ts'
import { up as up0013 } from './0013_invitation_mail.ts'
import { up as up0014 } from './0014_sorted_lists.ts'
import { up as up0015 } from './0015_job_keys.ts'
import { up as up0016 } from './0016_events.ts'
import { up as up0017 } from './0017_notifications.ts'
import { up as up0018 } from './0018_inbox_changes.ts'
import { up as up0019 } from './0019_notice_mails.ts'
import { up as up0020 } from './0020_old_notices.ts'
import { up as up0021 } from './0021_more_to_a_task.ts'
import { up as up0022 } from './0022_comments.ts'
import { up as up0023 } from './0023_submissions.ts'
import { up as up0024 } from './0024_task_titles.ts'
import { up as up0026 } from './0026_imports.ts'
import { up as up0028 } from './0028_told_deadlines.ts'
import { up as up0029 } from './0029_decision_clock.ts'
import { up as up0030 } from './0030_reputation.ts'
import { up as up0031 } from './0031_profiles.ts'
import { up as up0033 } from './0033_devices.ts'
import { up as up0034 } from './0034_email_changes.ts'
import { up as up0035 } from './0035_suspensions.ts'
import { up as up0037 } from './0037_access_tokens.ts'
import { up as up0038 } from './0038_two_step.ts'
import { up as up0040 } from './0040_own_data.ts'
import { up as up0041 } from './0041_audit.ts'
import { up as up0043 } from './0043_letters.ts'
import { up as up0045 } from './0045_decisions.ts'
import { up as up0047 } from './0047_stream_seats.ts'
import { up as up0048 } from './0048_left_address.ts'
import { up as up0052 } from './0052_market_choices.ts'
import { up as up0053 } from './0053_saved.ts'
import { up as up0054 } from './0054_trash_events.ts'
import { up as up0057 } from './0057_creation_keys.ts'
import { up as up0058 } from './0058_templates.ts'
import { up as up0059 } from './0059_names_on_boards.ts'
import { up as up0060 } from './0060_administrators_index.ts'
import { up as up0061 } from './0061_tasks_of_payments.ts'
import { up as up0062 } from './0062_titles_when_answered.ts'
import { up as up0063 } from './0063_confirmed_sessions.ts'
import { up as up0064 } from './0064_networks_of_devices.ts'
import { up as up0065 } from './0065_short_parts_in_one_pass.ts'
import { up as up0066 } from './0066_parts_of_imports.ts'
import { up as up0067 } from './0067_stages.ts'
import { up as up0068 } from './0068_rewards.ts'
import { up as up0069 } from './0069_offered_tasks.ts'
import { up as up0072 } from './0072_answers_to_payments.ts'
import { up as up0074 } from './0074_open_tasks.ts'
import { up as up0076 } from './0076_guests.ts'
import { up as up0077 } from './0077_address_invitations.ts'
import { up as up0078 } from './0078_task_applications.ts'
import { up as up0079 } from './0079_taking_settings.ts'
import { up as up0080 } from './0080_creator_answers.ts'
import { up as up0081 } from './0081_waitlist_wishes.ts'
import { up as up0082 } from './0082_disputes.ts'
import { up as up0083 } from './0083_payout.ts'
import { up as up0084 } from './0084_creators_of_reputation.ts'
import { up as up0085 } from './0085_public_pages.ts'
import { up as up0087 } from './0087_records.ts'
import { up as up0088 } from './0088_reports.ts'
import { up as up0090 } from './0090_ratings.ts'
import { up as up0097 } from './0097_calendars.ts'
import { up as up0098 } from './0098_webhooks.ts'
import { up as up0099 } from './0099_payers_of_payments.ts'
import { up as up0100 } from './0100_report_parts.ts'
import { up as up0101 } from './0101_history.ts'
import { up as up0102 } from './0102_people_order.ts'
import { up as up0103 } from './0103_own_payments.ts'
import { up as up0104 } from './0104_audit_filters.ts'
import { up as up0105 } from './0105_folding_of_any_script.ts'

export const list = [
  { name: '0001_foundation', up: up0001 },
  { name: '0002_search_words', up: up0002 },
  { name: '0003_people_and_tasks', up: up0003 },
  { name: '0004_short_searches', up: up0004 },
  { name: '0005_payments', up: up0005 },
  { name: '0006_jobs_and_files', up: up0006 },
  { name: '0007_market_at_scale', up: up0007 },
  { name: '0008_lists_at_scale', up: up0008 },
  { name: '0009_board_tags', up: up0009 },
  { name: '0010_administrator_invitations', up: up0010 },
  { name: '0011_file_quotas', up: up0011 },
  { name: '0012_server_processes', up: up0012 },
  { name: '0013_invitation_mail', up: up0013 },
  { name: '0014_sorted_lists', up: up0014 },
  { name: '0015_job_keys', up: up0015 },
  { name: '0016_events', up: up0016 },
  { name: '0017_notifications', up: up0017 },
  { name: '0018_inbox_changes', up: up0018 },
  { name: '0019_notice_mails', up: up0019 },
  { name: '0020_old_notices', up: up0020 },
  { name: '0021_more_to_a_task', up: up0021 },
  { name: '0022_comments', up: up0022 },
  { name: '0023_submissions', up: up0023 },
  { name: '0024_task_titles', up: up0024 },
  { name: '0026_imports', up: up0026 },
  { name: '0028_told_deadlines', up: up0028 },
  { name: '0029_decision_clock', up: up0029 },
  { name: '0030_reputation', up: up0030 },
  { name: '0031_profiles', up: up0031 },
  { name: '0033_devices', up: up0033 },
  { name: '0034_email_changes', up: up0034 },
  { name: '0035_suspensions', up: up0035 },
  { name: '0037_access_tokens', up: up0037 },
  { name: '0038_two_step', up: up0038 },
  { name: '0040_own_data', up: up0040 },
  { name: '0041_audit', up: up0041 },
  { name: '0043_letters', up: up0043 },
  { name: '0045_decisions', up: up0045 },
  { name: '0047_stream_seats', up: up0047 },
  { name: '0048_left_address', up: up0048 },
  { name: '0052_market_choices', up: up0052 },
  { name: '0053_saved', up: up0053 },
  { name: '0054_trash_events', up: up0054 },
  { name: '0057_creation_keys', up: up0057 },
  { name: '0058_templates', up: up0058 },
  { name: '0059_names_on_boards', up: up0059 },
  { name: '0060_administrators_index', up: up0060 },
  { name: '0061_tasks_of_payments', up: up0061 },
  { name: '0062_titles_when_answered', up: up0062 },
  { name: '0063_confirmed_sessions', up: up0063 },
  { name: '0064_networks_of_devices', up: up0064 },
  { name: '0065_short_parts_in_one_pass', up: up0065 },
  { name: '0066_parts_of_imports', up: up0066 },
  { name: '0067_stages', up: up0067 },
  { name: '0068_rewards', up: up0068 },
  { name: '0069_offered_tasks', up: up0069 },
  { name: '0072_answers_to_payments', up: up0072 },
  { name: '0074_open_tasks', up: up0074 },
  { name: '0076_guests', up: up0076 },
  { name: '0077_address_invitations', up: up0077 },
  { name: '0078_task_applications', up: up0078 },
  { name: '0079_taking_settings', up: up0079 },
  { name: '0080_creator_answers', up: up0080 },
  { name: '0081_waitlist_wishes', up: up0081 },
  { name: '0082_disputes', up: up0082 },
  { name: '0083_payout', up: up0083 },
  { name: '0084_creators_of_reputation', up: up0084 },
  { name: '0085_public_pages', up: up0085 },
  { name: '0087_records', up: up0087 },
  { name: '0088_reports', up: up0088 },
  { name: '0090_ratings', up: up0090 },
  { name: '0097_calendars', up: up0097 },
  { name: '0098_webhooks', up: up0098 },
  { name: '0099_payers_of_payments', up: up0099 },
  { name: '0100_report_parts', up: up0100 },
  { name: '0101_history', up: up0101 },
  { name: '0102_people_order', up: up0102 },
  { name: '0103_own_payments', up: up0103 },
  { name: '0104_audit_filters', up: up0104 },
  { name: '0105_folding_of_any_script', up: up0105 },
]
