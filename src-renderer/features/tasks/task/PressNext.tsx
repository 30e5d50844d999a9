import { useEffect, useEffectEvent } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { useHasNetwork } from '#data/network.ts'
import { perform } from '#lib/commands.ts'
import { isActOfMoney, useNextStep } from './use-next-step.tsx'

/** Presses the first button of a task's bar once what is known of the task has come, or says why there is none. */
export const PressNext = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const { seen, acts, whyNot, run, error, dialogs } = useNextStep(task, role)
  const hasNetwork = useHasNetwork()
  const isSettled = seen !== null || error !== null
  const press = useEffectEvent(() => {
    const [act] = acts
    const reason = error
      ? 'What the task waits for could not be loaded.'
      : (whyNot ?? `There is nothing for you to do here. ${seen?.sentence ?? ''}`)
    const offline = act && isActOfMoney(act) && !hasNetwork ? 'This needs the network.' : null
    perform({ run: () => act && run(act), whyNot: act ? offline : reason })
  })
  useEffect(() => {
    if (isSettled) press()
  }, [isSettled])
  return dialogs
}
