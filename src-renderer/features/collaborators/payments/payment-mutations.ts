import { useState } from 'react'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { isApiError } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { moneyText } from '#lib/amounts.ts'
import type { Split } from './bulk-split.ts'

/** Takes the place of the server's message, which speaks of keys that no person has seen. */
export const ALREADY_RECORDED =
  'An earlier try did record a payment after all. Look at the ledger below before you record this one too.'

/** The keys of payments whose answers were lost, by form and project: a form that is opened again may repeat one. */
const tried = new Map<string, { key: string; at: number }>()
/** Milliseconds after which the same values in a new form are another payment. */
export const SAME_TRY_MS = 10 * 60_000

export const forgetTries = (): void => tried.clear()

/** The keys belong to the person who tried: another person who signs in on this device gets keys of their own. */
useSession.subscribe((session, before) => {
  if (session.userID !== before.userID) forgetTries()
})

const triedLately = (name: string): string | undefined => {
  const last = tried.get(name)
  return last && Date.now() - last.at < SAME_TRY_MS ? last.key : undefined
}

/**
 * The idempotency key of a filled form, so that a second try after a lost answer records nothing twice. A new key
 * follows when an entry was recorded, or when the server says that it recorded one with other values.
 */
const useFormKey = (form: 'quick' | 'bulk', projectID: string) => {
  const name = `${form} ${projectID}`
  const [key, setKey] = useState(() => triedLately(name) ?? newKey())
  return {
    key,
    /** Notes that a call with this key leaves now. */
    begin: () => void tried.set(name, { key, at: Date.now() }),
    renew: () => {
      tried.delete(name)
      setKey(newKey())
    },
  }
}
export const isKeyTaken = (error: unknown): boolean =>
  isApiError(error) && error.status === 409 && /idempotency/i.test(error.serverMessage)

type QuickPayment = {
  userID: string
  name: string
  amountCents: number
  method?: string | undefined
  note?: string | undefined
  taskID?: string | undefined
}

/** Records one payment in the ledger. */
export const useRecordPayment = (projectID: string, currency: string) => {
  const { key, begin, renew } = useFormKey('quick', projectID)
  return useCall('payments.create', {
    input: ({ userID, amountCents, method, note, taskID }: QuickPayment) => ({
      params: { id: projectID },
      body: {
        userID,
        amountCents,
        currency,
        idempotencyKey: key,
        ...(method && { method }),
        ...(note && { note }),
        ...(taskID && { taskID }),
      },
    }),
    onMutate: begin,
    onSuccess: (_answer, { name, amountCents }) => {
      renew()
      track('payment_recorded', { projectID: projectID })
      toast(`${moneyText(currency, amountCents)} to ${name} recorded.`, 'success')
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
  taskID?: string | undefined
}

/** Records one amount split among several people: all parts or none. */
export const useRecordBulk = (projectID: string, currency: string) => {
  const { key, begin, renew } = useFormKey('bulk', projectID)
  return useCall('payments.bulk', {
    input: ({ note, taskID, ...bulk }: BulkPayment) => ({
      params: { id: projectID },
      body: { ...bulk, currency, idempotencyKey: key, ...(note && { note }), ...(taskID && { taskID }) },
    }),
    onMutate: begin,
    onSuccess: ({ data }, { amountCents }) => {
      renew()
      track('bulk_payment_recorded', { projectID: projectID, people: data.length })
      toast(
        `${moneyText(currency, amountCents)} to ${data.length === 1 ? '1 person' : `${data.length} people`} recorded.`,
        'success',
      )
    },
    onError: (error) => {
      if (isKeyTaken(error)) renew()
    },
    isStaleAfter: isKeyTaken,
  })
}

/** Voids an entry: it stays in the ledger, struck out, and no longer counts. */
export const useVoidPayment = (projectID: string) =>
  useCall('payments.void', {
    input: ({ paymentId, reason }: { paymentId: string; reason: string }) => ({
      params: { id: projectID, paymentId },
      body: reason ? { reason } : {},
    }),
    onSuccess: () => toast('The entry was voided.', 'success'),
  })
