import { useMutation, useQueryClient } from '@tanstack/react-query'
import { v4 as uuidv4 } from 'uuid'
import { track } from '../../lib/analytics.ts'
import { api, isApiError } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { formatCents } from './amounts.ts'
import type { Split } from './bulk-split.ts'

/** The ledger's dollars; budgets are in dollars too. */
const currency = 'USD'

const useReloadLedger = (projectId: string) => {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['project', projectId, 'payments'] })
}

/** Said in place of the server's words, which are about keys that no person has seen. */
export const ALREADY_RECORDED =
  'An earlier try did record a payment after all. Look at the ledger below before you record this one too.'

/** By form and project. Not with the form: a try whose answer was lost may be made again in one that is opened anew. */
const keys = new Map<string, string>()

/**
 * The key of a form's next entry, so that a second try after a lost answer records nothing twice. It is given up when an
 * entry is made, or when the server says that it made one with other values.
 */
const formKey = (form: 'quick' | 'bulk', projectId: string) => {
  const name = `${form} ${projectId}`
  return {
    read: (): string => {
      const key = keys.get(name) ?? uuidv4()
      keys.set(name, key)
      return key
    },
    renew: () => void keys.delete(name),
  }
}
export const isKeyTaken = (error: unknown): boolean =>
  isApiError(error) && error.status === 409 && /idempotency/i.test(error.serverMessage)

type QuickPayment = { userID: string; name: string; amountCents: number; note?: string | undefined }

/** Records one payment in the ledger. */
export const useRecordPayment = (projectId: string) => {
  const reload = useReloadLedger(projectId)
  const key = formKey('quick', projectId)
  return useMutation({
    mutationFn: ({ userID, amountCents, note }: QuickPayment) =>
      api.payments.create({
        params: { id: projectId },
        body: { userID, amountCents, currency, idempotencyKey: key.read(), ...(note && { note }) },
      }),
    onSuccess: (_answer, { name, amountCents }) => {
      key.renew()
      track('payment_recorded', { projectID: projectId })
      toast(`${formatCents(amountCents)} to ${name} recorded.`, 'success')
      reload()
    },
    onError: (error) => {
      if (!isKeyTaken(error)) return
      key.renew()
      reload()
    },
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
export const useRecordBulk = (projectId: string) => {
  const reload = useReloadLedger(projectId)
  const key = formKey('bulk', projectId)
  return useMutation({
    mutationFn: ({ note, ...bulk }: BulkPayment) =>
      api.payments.bulk({
        params: { id: projectId },
        body: { ...bulk, currency, idempotencyKey: key.read(), ...(note && { note }) },
      }),
    onSuccess: ({ data }, { amountCents }) => {
      key.renew()
      track('bulk_payment_recorded', { projectID: projectId, people: data.length })
      toast(
        `${formatCents(amountCents)} to ${data.length === 1 ? '1 person' : `${data.length} people`} recorded.`,
        'success',
      )
      reload()
    },
    onError: (error) => {
      if (!isKeyTaken(error)) return
      key.renew()
      reload()
    },
  })
}

/** Voids an entry: it stays in the ledger, struck out, and counts no more. */
export const useVoidPayment = (projectId: string) => {
  const reload = useReloadLedger(projectId)
  return useMutation({
    mutationFn: ({ paymentId, reason }: { paymentId: string; reason: string }) =>
      api.payments.void({ params: { id: projectId, paymentId }, body: reason ? { reason } : {} }),
    onSuccess: () => {
      toast('The entry was voided.', 'success')
      reload()
    },
  })
}
