import { sql } from 'kysely'
import {
  defaultNotificationSettings,
  type NoticeGroup,
  type NotificationSettings,
} from '#shared/contract/notifications.ts'
import { partyOf } from '#server/access/party.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

type SettingsRow = {
  groups: NotificationSettings['groups']
  time_zone: string | null
  digest_hour: number
  quiet_from: string | null
  quiet_to: string | null
  hide_previews: boolean
}

/** What the person has chosen; undefined for nothing yet. */
export const findSettings = async (db: DbOrTx, userID: string): Promise<NotificationSettings | undefined> => {
  const { rows } = await sql<SettingsRow>`
    select groups, time_zone, digest_hour, quiet_from, quiet_to, hide_previews
    from notification_settings where user_id = ${userID}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { quiet_from: from, quiet_to: to } = row
  return {
    groups: row.groups,
    timeZone: row.time_zone,
    digestHour: row.digest_hour,
    quietHours: from !== null && to !== null ? { from, to } : null,
    hidePreviews: row.hide_previews,
  }
}

/** Saves what the person has chosen. The trigger `notification_settings_changed` makes their bell count again (`inbox_changes`). */
export const saveSettings = async (db: DbOrTx, userID: string, settings: NotificationSettings): Promise<void> => {
  const row = {
    groups: JSON.stringify(settings.groups),
    time_zone: settings.timeZone,
    digest_hour: settings.digestHour,
    quiet_from: settings.quietHours?.from ?? null,
    quiet_to: settings.quietHours?.to ?? null,
    hide_previews: settings.hidePreviews,
  }
  await send(
    db,
    db
      .insertInto('notification_settings')
      .values({ user_id: userID, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)),
  )
}

/** Switches the mail of one group off; nothing for somebody who is gone. What they have not chosen becomes the defaults. */
export const endMail = async (db: DbOrTx, userID: string, group: NoticeGroup): Promise<void> => {
  const { groups, digestHour, hidePreviews } = defaultNotificationSettings
  await send(
    db,
    sql`
    insert into notification_settings as s (user_id, groups, digest_hour, hide_previews)
    select id, jsonb_set(${JSON.stringify(groups)}::jsonb, array[${group}::text, 'mail'], '"off"'), ${digestHour}, ${hidePreviews}
    from users where id = ${userID}
    on conflict (user_id) do update set groups = jsonb_set(s.groups, array[${group}::text, 'mail'], '"off"')`,
  )
}

export type FollowState = 'following' | 'muted' | 'none'

/** How a member or guest follows a task: what they chose, else as its assignee or creator. Undefined for anybody else. */
export const findFollow = async (db: DbOrTx, userID: string, taskID: string): Promise<FollowState | undefined> => {
  const { rows } = await sql<{ state: FollowState }>`
    select coalesce(f.state, case when ${userID}::uuid in (t.assigned_to_id, t.created_by_id) then 'following' else 'none' end) as state
    from tasks t join projects p on p.id = t.project_id cross join lateral ${partyOf(userID)} as m
      left join task_follows f on f.task_id = t.id and f.user_id = ${userID}::uuid
    where t.id = ${taskID}::uuid and t.deleted_at is null and p.deleted_at is null`.execute(db)
  return rows[0]?.state
}

/** Records what a member or guest chose for a task; answers false for anybody else, or when there is no such task. */
export const setFollow = async (db: DbOrTx, userID: string, taskID: string, state: FollowState): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into task_follows (user_id, task_id, state)
    select ${userID}::uuid, t.id, ${state}::text
    from tasks t join projects p on p.id = t.project_id cross join lateral ${partyOf(userID)} as m
    where t.id = ${taskID}::uuid and t.deleted_at is null and p.deleted_at is null
    on conflict (task_id, user_id) do update set state = excluded.state`.execute(db)
  return numAffectedRows === 1n
}

/** Lets a person follow a task that they have not muted. */
export const followUnlessMuted = async (tx: Tx, userID: string, taskID: string): Promise<void> => {
  await send(
    tx,
    sql`
    insert into task_follows as f (user_id, task_id, state) values (${userID}, ${taskID}, 'following')
    on conflict (task_id, user_id) do update set state = 'following' where f.state = 'none'`,
  )
}
