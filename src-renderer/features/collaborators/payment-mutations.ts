import { useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { useCall } from '../../data/use-call.ts'
import { track } from '../../lib/analytics.ts'
import { isApiError } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { formatCents } from './amounts.ts'
import type { Split } from './bulk-split.ts'

/** The ledger's dollars; budgets are in dollars too. */
const currency = 'USD'

/** Said in place of the server's words, which are about keys that no person has seen. */
export const ALREADY_RECORDED =
  'An earlier try did record a payment after all. Look at the ledger below before you record this one too.'

/** The keys of tries whose answers did not come, by form and project: one may be made again in a form that is opened anew. */
const tried = new Map<string, { key: string; at: number }>()
/** Whoever enters the same in a new form later than this means another payment. */
export const SAME_TRY_MS = 10 * 60_000

export const forgetTries = (): void => tried.clear()

/** A try is its person's: whoever signs in after them on this device makes payments of their own. */
useSession.subscribe((session, before) => {
  if (session.userID !== before.userID) forgetTries()
})

const triedLately = (name: string): string | undefined => {
  const last = tried.get(name)
  return last && Date.now() - last.at < SAME_TRY_MS ? last.key : undefined
}

/**
 * One key for each fill of a form, so that a second try after a lost answer records nothing twice. It is given up when an
 * entry is made, or when the server says that it made one with other values.
 */
const useFormKey = (form: 'quick' | 'bulk', projectID: string) => {
  const name = `${form} ${projectID}`
  const [key, setKey] = useState(() => triedLately(name) ?? uuidv4())
  return {
    key,
    /** A try with this key leaves now. */
    begin: () => void tried.set(name, { key, at: Date.now() }),
    renew: () => {
      tried.delete(name)
      setKey(uuidv4())
    },
  }
}
export const isKeyTaken = (error: unknown): boolean =>
  isApiError(error) && error.status === 409 && /idempotency/i.test(error.serverMessage)

type QuickPayment = { userID: string; name: string; amountCents: number; note?: string | undefined }

/** Records one payment in the ledger. */
export const useRecordPayment = (projectID: string) => {
  const { key, begin, renew } = useFormKey('quick', projectID)
  return useCall('payments.create', {
    input: ({ userID, amountCents, note }: QuickPayment) => ({
      params: { id: projectID },
      body: { userID, amountCents, currency, idempotencyKey: key, ...(note && { note }) },
    }),
    onMutate: begin,
    onSuccess: (_answer, { name, amountCents }) => {
      renew()
      track('payment_recorded', { projectID: projectID })
      toast(`${formatCents(amountCents)} to ${name} recorded.`, 'success')
    },
    onError: (error) => {
      if (isKeyTaken(error)) renew()
    },
    isStaleAfter: isKeyTaken,
  })
}

type BulkPayment = {
  userIDs: string[]
  amountCents: number
  split: Split
  hours?: Record<string, number>
  amounts?: Record<string, number>
  note?: string | undefined
}

/** Records one amount split among several people: all of it or nothing. */
export const useRecordBulk = (projectID: string) => {
  const { key, begin, renew } = useFormKey('bulk', projectID)
  return useCall('payments.bulk', {
    input: ({ note, ...bulk }: BulkPayment) => ({
      params: { id: projectID },
      body: { ...bulk, currency, idempotencyKey: key, ...(note && { note }) },
    }),
    onMutate: begin,
    onSuccess: ({ data }, { amountCents }) => {
      renew()
      track('bulk_payment_recorded', { projectID: projectID, people: data.length })
      toast(
        `${formatCents(amountCents)} to ${data.length === 1 ? '1 person' : `${data.length} people`} recorded.`,
        'success',
      )
    },
    onError: (error) => {
      if (isKeyTaken(error)) renew()
    },
    isStaleAfter: isKeyTaken,
  })
}

/** Voids an entry: it stays in the ledger, struck out, and counts no more. */
export const useVoidPayment = (projectID: string) =>
  useCall('payments.void', {
    input: ({ paymentId, reason }: { paymentId: string; reason: string }) => ({
      params: { id: projectID, paymentId },
      body: reason ? { reason } : {},
    }),
    onSuccess: () => toast('The entry was voided.', 'success'),
  })
