import type { AppDeps } from '#server/deps.ts'
import { onRecorded } from '#server/events/record.ts'
import { type HeldWebhook, takeWebhooks } from './deliveries-repository.ts'
import { type ReadOwnersRows, sendNext, type SendingDeps } from './sending.ts'

/** What other processes have written is found within a second. */
const EVERY_MS = 1_000
/** Between two looks for what is to be sent, however much is written. */
const REST_MS = 50
/** The most deliveries to one target at the same time; a target that answers slowly takes no place of another. */
const PLACES = 8

export type RunnerDeps = SendingDeps & Pick<AppDeps, 'logger' | 'clockWatch'> & { readOwnersRows: ReadOwnersRows }

/**
 * Sends events to the operator's targets all the time, beside any number of processes that do the same. Never keeps the process alive.
 * Returns a function that stops it and waits for the deliveries under way.
 */
export const startSendingWebhooks = (deps: RunnerDeps): (() => Promise<void>) => {
  const targets = Object.keys(deps.config.webhookTargets)
  if (targets.length === 0) return async () => {}
  const busy = new Map(targets.map((target) => [target, 0]))
  const sending = new Set<Promise<void>>()
  let isStopped = false
  let isFailing = false
  let isRung = false
  let turning: Promise<void> | undefined

  const failed = (error: unknown) => {
    // This is logged once in each outage; the next turn tries again. What is held is free again after a while.
    if (!isFailing) deps.logger.error({ err: error }, 'webhooks cannot be sent')
    isFailing = true
  }
  const begin = (webhook: HeldWebhook) => {
    const { target } = webhook
    busy.set(target, (busy.get(target) ?? 0) + 1)
    const sent = sendNext(deps, webhook, () => isStopped)
      .catch(failed)
      .finally(() => {
        busy.set(target, (busy.get(target) ?? 1) - 1)
        sending.delete(sent)
        wake()
      })
    sending.add(sent)
  }
  const turn = async (): Promise<void> => {
    isRung = false
    // A wrong clock would use up the tries of a day within a minute, and pause webhooks.
    if (deps.clockWatch?.isOff()) return
    const free = new Map([...busy].map(([target, used]) => [target, PLACES - used]))
    const held = await takeWebhooks(deps.db, { free, now: deps.clock.now() })
    held.forEach(begin)
    isFailing = false
  }
  const wake = () => {
    isRung = true
    if (isStopped || turning) return
    turning = turn()
      .catch(failed)
      .finally(() => {
        turning = undefined
        if (isRung && !isFailing) setTimeout(wake, REST_MS).unref()
      })
  }
  const timer = setInterval(wake, EVERY_MS).unref()
  const stopHearing = onRecorded(deps.db, wake)
  wake()
  return async () => {
    isStopped = true
    clearInterval(timer)
    stopHearing()
    await turning
    await Promise.all(sending)
  }
}
