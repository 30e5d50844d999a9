import { configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { layOut } from '#support/tasks-tab.tsx'
import { memberOf, taskOf } from '#support/workspace.ts'
import { GuestContext } from '../data/guest.ts'
import { CommentBox } from './CommentBox.tsx'

configure({ asyncUtilTimeout: 20_000 })
layOut()
const member = memberOf(1)
const guestID = '01890000-0000-7000-8000-0000000000aa'
const held = taskOf(1, { assignedToID: guestID })

beforeEach(() => {
  host.on('capabilities.list', ok({ data: ['claims'] }))
  host.on('memberships.members', ok({ data: [member] }))
})
afterEach(clearScreen)
const show = (element = <CommentBox task={held} />) => renderRoutes([{ path: '/', element }], '/')
const note = 'Guests read this'

test('[GUEST-05] the box of a task that a guest has says who reads it', async () => {
  show()
  expect(await screen.findByText(note)).toBeTruthy()
})

test('[GUEST-05] the box of a member’s task, and the guest’s own, say nothing', async () => {
  show(
    <>
      <CommentBox task={taskOf(2, { assignedToID: member.userID })} />
      <GuestContext value={{ userID: guestID, isReadOnly: false }}>
        <CommentBox task={held} />
      </GuestContext>
      <CommentBox task={taskOf(3, { assignedToID: guestID })} />
    </>,
  )
  expect(await screen.findAllByText(note)).toHaveLength(1)
  expect(screen.getAllByRole('textbox', { name: 'Write a comment' })).toHaveLength(3)
})
