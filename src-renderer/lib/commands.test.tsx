import { cleanup, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { actOf, onOffers, useOffers } from './commands.ts'

afterEach(cleanup)

const Screen = ({ notice, run }: { notice: string; run: (notice: string) => void }) => {
  useOffers({ 'inbox.done': () => ({ run: () => run(notice) }) })
  return null
}
/** Stands for a key that is pressed as soon as the screen is drawn, before React has run what may wait. */
const PressAtOnce = () => {
  useLayoutEffect(() => actOf('inbox.done')?.run())
  return null
}

test('a key acts on what is drawn, also in the moment of the drawing', () => {
  const run = vi.fn()
  const at = (notice: string) => (
    <>
      <Screen notice={notice} run={run} />
      <PressAtOnce />
    </>
  )
  const { rerender } = render(at('first'))
  rerender(at('second'))
  expect(run.mock.calls).toEqual([['first'], ['second']])
})

test('what a screen offered is gone with it, and listeners hear of both', () => {
  const heard = vi.fn()
  const stop = onOffers(heard)
  const { unmount } = render(<Screen notice="first" run={() => undefined} />)
  expect(actOf('inbox.done')).not.toBeNull()
  expect(heard).toHaveBeenCalled()
  heard.mockClear()
  unmount()
  expect(actOf('inbox.done')).toBeNull()
  expect(heard).toHaveBeenCalled()
  stop()
})
