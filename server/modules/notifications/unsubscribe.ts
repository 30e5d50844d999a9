import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type NoticeGroup, noticeGroups } from '#shared/contract/notifications.ts'

type Wish = { userID: string; group: NoticeGroup }

const wish = z.tuple([z.uuid(), z.enum(noticeGroups)])
const signature = (secret: string, payload: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe:${payload}`).digest()

/**
 * The token that ends the mail of one group for one person, and can do nothing else. It is signed and not stored, so that it
 * works as long as a mail may lie in somebody's mailbox; it names the person by an ID, which is no secret.
 */
export const unsubscribeToken = (secret: string, { userID, group }: Wish): string => {
  const payload = Buffer.from(`${userID} ${group}`).toString('base64url')
  return `${payload}.${signature(secret, payload).toString('base64url')}`
}

/** What a token asks for; null for a token that is not ours. */
export const readUnsubscribeToken = (secret: string, token: string): Wish | null => {
  const [payload = '', given = ''] = token.split('.')
  const [wanted, got] = [signature(secret, payload), Buffer.from(given, 'base64url')]
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return null
  const parsed = wish.safeParse(Buffer.from(payload, 'base64url').toString().split(' '))
  return parsed.success ? { userID: parsed.data[0], group: parsed.data[1] } : null
}
