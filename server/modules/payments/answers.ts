import type { Payment } from '#shared/contract/index.ts'
import { isUnobjected, OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { returnPayment } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { eventOf, toPayment } from './recording.ts'
import * as repository from './repository.ts'
import type { PaymentRow } from './repository.ts'

/** What who was paid says of a payment: it arrived, or nothing did. Of both and a void one excludes the others. */

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Said = { id: string; text: string | null; key: string }

/** Whether the payment has this answer already, under the same key. Errors: 409 for another answer, and when it is too late. */
const isRepeated = (row: PaymentRow, { text, key }: Said, now: Date): boolean => {
  if (row.answer_key === key && row.missing_text === text) return true
  if (row.voided_at) throw conflict('CONFLICT', 'This payment has been voided.')
  if (row.confirmed_at) throw conflict('CONFLICT', 'You have confirmed this payment.')
  if (row.missing_at) throw conflict('CONFLICT', 'You have said that nothing of this arrived.')
  if (isUnobjected(row.created_at, now))
    throw conflict('CONFLICT', `This was recorded more than ${OBJECTION_DAYS} days ago, and nobody objected.`)
  return false
}

/**
 * Answers a payment. Errors: 404 for anybody but who was paid; 409 for one that has an answer or was voided, after its 30
 * days, and for money that is missing in a project that was deleted, which owes nothing any more.
 */
const answer = ({ db, clock }: Deps, viewer: Viewer, said: Said): Promise<Payment> =>
  withTx(db, async (tx) => {
    const find = async () => {
      const row = await repository.findOwn(tx, said.id, viewer.userID)
      if (!row) throw notFound('There is no such payment.')
      return row
    }
    const { project_id: projectID } = await find()
    await holdProjectToChange(tx, projectID)
    const row = await find()
    const now = clock.now()
    if (isRepeated(row, said, now)) return toPayment(row)
    const isMissing = said.text !== null
    if (isMissing && (await repository.isProjectGone(tx, projectID)))
      throw conflict('CONFLICT', 'The project of this payment was deleted.')
    await repository.answerPayment(tx, said.id, { ...said, now })
    const [eventID = ''] = await tell(
      tx,
      now,
      eventOf(isMissing ? 'payment.missing' : 'payment.confirmed', viewer, row),
    )
    if (isMissing) await returnPayment(tx, now, { paymentID: said.id, eventID })
    return toPayment(await find())
  })

export const answers = {
  confirm: (deps: Deps, viewer: Viewer, { params, body }: Input<'payments.confirm'>) =>
    answer(deps, viewer, { id: params.id, text: null, key: body.idempotencyKey }),
  missing: (deps: Deps, viewer: Viewer, { params, body }: Input<'payments.missing'>) =>
    answer(deps, viewer, { id: params.id, text: body.text, key: body.idempotencyKey }),
}
