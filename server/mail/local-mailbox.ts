import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../deps.ts'
import type { Mail, Mailer } from './mailer.ts'

export type StoredMail = Mail & { id: string; sentAt: string }

export type LocalMailbox = Mailer & {
  /** All mails that are kept, newest first. */
  list(): readonly StoredMail[]
  find(id: string): StoredMail | undefined
}

/** The number of mails that are kept. Older ones are dropped; their codes have long expired. */
const KEPT = 500

/**
 * Keeps mails in this process instead of sending them, for a newcomer without a mail server. In memory on purpose:
 * plain codes and links must not reach a disk, and after a restart a new code is one press away.
 */
export const createLocalMailbox = (clock: Clock): LocalMailbox => {
  let mails: StoredMail[] = []
  return {
    send: async (mail) => {
      mails = [{ ...mail, id: uuidv7(), sentAt: clock.now().toISOString() }, ...mails].slice(0, KEPT)
    },
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
  }
}
