import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Comment, ProjectAccess, ProjectDetails } from '#shared/contract/index.ts'
import type { Application } from '#shared/contract/letters.ts'
import type { Question } from '#shared/contract/questions.ts'
import { host, ok } from '#support/fake-platform.ts'
import { applied, none, project as open, projectID } from '#support/project-dialog.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { forgetPerson, localData } from '../lib/browser-storage.ts'
import { paths } from '../lib/paths.ts'

const userID = '01890000-0000-7000-8000-0000000000aa'
const requestID = idOf(77)
const cities: Question = { text: 'Which cities do you know?', kind: 'short', isRequired: true }
const page: Question = { text: 'Where is your work?', kind: 'link', isRequired: false }
const sent: ProjectAccess = { ...applied, requestId: requestID }
const application = (extra: Partial<Application> = {}): Application => ({
  id: requestID,
  project: { id: projectID, title: open.title },
  applicant: { id: userID, username: 'ada', name: 'Ada Byron' },
  kind: 'application',
  taskID: null,
  task: null,
  answerBy: null,
  status: 0,
  isClosed: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  seenAt: null,
  letter: 'I count birds.',
  answers: [{ question: cities.text, kind: 'short', isRequired: true, answer: 'Turin' }],
  hasLetter: true,
  mayEdit: true,
  mayComment: true,
  ...extra,
})
const said = (number: number, extra: Partial<Comment> = {}): Comment => ({
  id: idOf(800 + number),
  taskID: null,
  requestID,
  author: { id: idOf(5), username: 'grace', name: 'Grace Hopper' },
  body: `Comment ${number}`,
  createdAt: '2026-11-21T10:00:00.000Z',
  editedAt: null,
  isDeleted: false,
  mentions: [],
  tasks: [],
  mayEdit: false,
  mayDelete: false,
  ...extra,
})

beforeEach(() => {
  host.userID = userID
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', ok({ data: ['letters'] }))
  host.on('projects.similar', ok({ data: [] }))
  host.on('requests.comments', ok({ data: [], nextCursor: null }))
})
afterEach(() => {
  clearApp()
  localData.remove('applicationDrafts', 'commentDrafts')
})

const show = async (project: Partial<ProjectDetails> = {}, access: ProjectAccess = none) => {
  host.on('projects.get', ok({ data: { ...open, ...project } }))
  host.on('memberships.access', ok({ data: access }))
  await renderApp(`/project/${projectID}/dialog`)
  return within(await screen.findByRole('group', { name: 'Your application' }))
}
const sheet = async () => within(await screen.findByRole('dialog', { name: `Apply to ${open.title}` }))
const bodies = () => host.called('projects.apply').map(({ input }) => input.body)
const press = async (area: Pick<typeof screen, 'findByRole'>, name: string | RegExp) =>
  user.click(await area.findByRole('button', { name }))

describe('applying', () => {
  test('[LETTER-01] where nothing is asked Apply is one press without a sheet, with Add a letter beside it', async () => {
    const area = await show()
    expect(await area.findByRole('button', { name: 'Add a letter' })).toBeTruthy()
    host.on('projects.apply', ok({ data: sent }))
    await press(area, 'Apply')
    await waitFor(() => expect(bodies()).toEqual([{}]))
    expect(screen.queryByRole('dialog', { name: `Apply to ${open.title}` })).toBeNull()
  })

  test('[LETTER-01] [LETTER-06] the sheet shows what the owner will see, and sends it', async () => {
    host.on(
      'users.profile',
      ok({
        data: {
          id: userID,
          username: 'ada',
          name: 'Ada Byron',
          email: 'ada@example.org',
          bio: '',
          tier: 'basic',
          reputation: 0,
          isOwner: true,
          skills: [],
          projects: [],
          isAdministrator: false,
        },
      }),
    )
    const area = await show({ questions: [page] })
    expect(area.queryByRole('button', { name: 'Add a letter' })).toBeNull()
    await press(area, 'Apply')
    const form = await sheet()
    fill(form.getByLabelText('Letter'), 'I count birds.')
    fill(form.getByLabelText(page.text), 'https://example.org/birds')
    const preview = within(form.getByRole('region', { name: 'What the project’s owner and admins will see' }))
    expect(preview.getByText('I count birds.')).toBeTruthy()
    expect(preview.getByRole('link', { name: 'https://example.org/birds' })).toBeTruthy()
    expect(await preview.findByText(/Ada Byron · @ada · ada@example.org/)).toBeTruthy()
    host.on('projects.apply', () => {
      host.on('memberships.access', ok({ data: sent }))
      host.on('requests.get', ok({ data: application() }))
      return ok({ data: sent })
    })
    await press(form, 'Send')
    const answers = [{ question: page.text, answer: 'https://example.org/birds' }]
    await waitFor(() => expect(bodies()).toEqual([{ letter: 'I count birds.', answers }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Apply to ${open.title}` })).toBeNull())
    expect(await area.findByText('Request Sent Successfully!')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-outcome')).toBe('applied'))
    expect(localData.get('applicationDrafts')).toBeNull()
  })

  test('[LETTER-02] the counter counts, and what is too long or missing is said beside its field and not sent', async () => {
    const area = await show({ questions: [cities] })
    await press(area, 'Apply')
    const form = await sheet()
    fill(form.getByLabelText('Letter'), 'x'.repeat(12))
    expect(form.getByText('12 / 2000')).toBeTruthy()
    fill(form.getByLabelText('Letter'), 'x'.repeat(2001))
    expect(form.getByText('2001 / 2000')).toBeTruthy()
    await press(form, 'Send')
    expect(await form.findByText('A letter has at most 2,000 characters.')).toBeTruthy()
    expect(form.getByText(`Please answer “${cities.text}”.`)).toBeTruthy()
    await host.quiet()
    expect(bodies()).toEqual([])
  })

  test('[LETTER-02] questions may be called like what every object has', async () => {
    const odd = ['constructor', 'toString'].map((text): Question => ({ text, kind: 'short', isRequired: false }))
    const area = await show({ questions: odd })
    await press(area, 'Apply')
    const form = await sheet()
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'constructor' }).value).toBe('')
    fill(form.getByRole('textbox', { name: 'toString' }), 'As text')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'toString' }).value).toBe('As text')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'constructor' }).value).toBe('')
  })

  test('[LETTER-02] a refusal of the server stands beside its field, and the letter is kept', async () => {
    const area = await show({ questions: [cities] })
    await press(area, 'Apply')
    const form = await sheet()
    fill(form.getByLabelText('Letter'), 'I count birds.')
    fill(form.getByLabelText(new RegExp(cities.text.slice(0, 12))), 'Turin')
    const refusal = failedReply(422, 'INVALID_INPUT', 'No.')
    const details = [{ path: 'answers.0', message: 'That is no city.' }]
    host.on('projects.apply', { ...refusal, error: { ...refusal.error, details } })
    await press(form, 'Send')
    expect(await form.findByText('That is no city.')).toBeTruthy()
    expect(form.getByLabelText<HTMLTextAreaElement>('Letter').value).toBe('I count birds.')
  })

  test('[LETTER-10] the draft is there after closing and after a reload, for each project its own, and gone after signing out', async () => {
    const area = await show()
    await press(area, 'Add a letter')
    fill((await sheet()).getByLabelText('Letter'), 'I count birds.')
    await press(await sheet(), 'Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Apply to ${open.title}` })).toBeNull())
    await press(area, 'Continue your letter')
    expect((await sheet()).getByLabelText<HTMLTextAreaElement>('Letter').value).toBe('I count birds.')
    const kept = localData.get('applicationDrafts') ?? ''
    clearApp()
    localData.set('applicationDrafts', kept)
    host.userID = userID
    host.on('users.username', ok({ data: { username: 'ada' } }))
    host.on('capabilities.list', ok({ data: ['letters'] }))
    host.on('projects.similar', ok({ data: [] }))
    const again = await show()
    await press(again, 'Continue your letter')
    expect((await sheet()).getByLabelText<HTMLTextAreaElement>('Letter').value).toBe('I count birds.')
    forgetPerson()
    expect(localData.get('applicationDrafts')).toBeNull()
  })

  test.each([
    ['paused', { applicationsPaused: true }, 'This project isn’t taking applications right now.'],
    ['completed', { status: 3 }, 'This project is no longer taking applications.'],
  ])(
    '[LETTER-11] a project that was %s meanwhile: the sheet says so and keeps the letter to copy',
    async (_, change, why) => {
      const area = await show()
      await press(area, 'Add a letter')
      const form = await sheet()
      fill(form.getByLabelText('Letter'), 'I count birds.')
      host.on('projects.apply', () => {
        host.on('projects.get', ok({ data: { ...open, ...change } }))
        return failedReply(409, 'CONFLICT', why)
      })
      await press(form, 'Send')
      expect(await form.findByText(new RegExp(`${why} What you have written stays here`))).toBeTruthy()
      expect(form.getByLabelText<HTMLTextAreaElement>('Letter').value).toBe('I count birds.')
      expect(form.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
      await press(form, 'Copy What You Wrote')
      expect(await navigator.clipboard.readText()).toBe('I count birds.')
      await press(form, 'Cancel')
      expect(await screen.findByRole('group', { name: 'What you wrote' })).toBeTruthy()
    },
  )

  test('[LETTER-11] of a project that was deleted meanwhile the letter is kept to copy', async () => {
    const area = await show()
    await press(area, 'Add a letter')
    const form = await sheet()
    fill(form.getByLabelText('Letter'), 'I count birds.')
    host.on('projects.apply', () => {
      host.on('projects.get', failedReply(404, 'NOT_FOUND'))
      return failedReply(404, 'NOT_FOUND', 'Project not found')
    })
    await press(form, 'Send')
    expect(await screen.findByText(/This project is no longer here/)).toBeTruthy()
    const kept = await screen.findByRole('group', { name: 'What you wrote' })
    expect(kept.textContent).toBe('I count birds.')
  })

  test('[LETTER-12] sent again after a lost answer it counts as sent, if the project has the same', async () => {
    const area = await show()
    await press(area, 'Add a letter')
    const form = await sheet()
    fill(form.getByLabelText('Letter'), 'I count birds.')
    host.on('projects.apply', failedReply(0, 'NETWORK'))
    await press(form, 'Send')
    expect(await form.findByText(/What you have written is kept/)).toBeTruthy()
    host.on('projects.apply', () => {
      host.on('memberships.access', ok({ data: sent }))
      host.on('requests.get', ok({ data: application({ answers: [] }) }))
      return failedReply(409, 'CONFLICT', 'You have already applied to this project.')
    })
    await press(form, 'Send')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Apply to ${open.title}` })).toBeNull())
    expect(await area.findByText('Applied')).toBeTruthy()
  })

  test('[CAP-02] [LETTER-01] a host without letters gets the application of the first release', async () => {
    host.on('capabilities.list', ok({ data: [] }))
    const area = await show({ questions: [cities] })
    host.on('projects.apply', ok({ data: sent }))
    await press(area, 'Apply')
    await waitFor(() => expect(bodies()).toEqual([{}]))
    expect(area.queryByRole('button', { name: 'Add a letter' })).toBeNull()
  })
})

describe('the own application', () => {
  test('in the project’s dialog it is read, and changed until it was seen', async () => {
    host.on('requests.get', ok({ data: application() }))
    await show({}, sent)
    const section = within(await screen.findByRole('region', { name: 'Your application' }))
    expect(section.getByText('I count birds.')).toBeTruthy()
    expect(section.getByText('Turin')).toBeTruthy()
    expect(section.getByText(/Not seen yet/)).toBeTruthy()
    await press(section, 'Change')
    const form = within(await screen.findByRole('dialog', { name: 'Change your application' }))
    fill(form.getByLabelText('Letter'), 'I count bats.')
    host.on('requests.update', ok({ data: application({ letter: 'I count bats.' }) }))
    host.on('requests.get', ok({ data: application({ letter: 'I count bats.' }) }))
    await press(form, 'Save')
    expect(await section.findByText('I count bats.')).toBeTruthy()
    const answers = [{ question: cities.text, answer: 'Turin' }]
    expect(host.called('requests.update').map(({ input }) => input)).toEqual([
      { params: { id: requestID }, body: { letter: 'I count bats.', answers } },
    ])
  })

  test('[LETTER-09] who was too late reads that it was seen, and keeps what they wrote', async () => {
    host.on('requests.get', ok({ data: application() }))
    await show({}, sent)
    const section = within(await screen.findByRole('region', { name: 'Your application' }))
    await press(section, 'Change')
    const form = within(await screen.findByRole('dialog', { name: 'Change your application' }))
    fill(form.getByLabelText('Letter'), 'I count bats.')
    host.on('requests.update', () => {
      host.on('requests.get', ok({ data: application({ mayEdit: false, seenAt: new Date().toISOString() }) }))
      return failedReply(409, 'CONFLICT', 'Your application has been read, and cannot be changed any more.')
    })
    await press(form, 'Save')
    expect(await form.findByText(/The project has read your application meanwhile/)).toBeTruthy()
    expect(form.getByLabelText<HTMLTextAreaElement>('Letter').value).toBe('I count bats.')
    await press(form, 'Cancel')
    expect(await screen.findByText('Seen by the project today')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  })

  test('[LETTER-17] the thread is read and answered in the project’s dialog', async () => {
    host.on('requests.get', ok({ data: application() }))
    host.on('requests.comments', ok({ data: [said(1, { body: 'Do you have **time**?' })], nextCursor: null }))
    await show({}, sent)
    const thread = within(await screen.findByRole('region', { name: 'Comments' }))
    expect((await thread.findByText('time')).tagName).toBe('STRONG')
    const answer = said(2, { body: 'Yes.', mayEdit: true, mayDelete: true })
    host.on('requests.comment', () => {
      host.on('requests.comments', ok({ data: [said(1), answer], nextCursor: null }))
      return ok({ data: answer })
    })
    fill(await thread.findByLabelText('Write a comment'), 'Yes.')
    await press(thread, 'Comment')
    expect(await thread.findByText('Yes.')).toBeTruthy()
    expect(thread.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('')
    expect(host.called('requests.comment').map(({ input }) => input)).toMatchObject([
      { params: { id: requestID }, body: { body: 'Yes.', idempotencyKey: expect.any(String) as string } },
    ])
  })

  test('[LETTER-17] a comment that was not sent is kept, and sent again it has the same key', async () => {
    host.on('requests.get', ok({ data: application() }))
    await show({}, sent)
    const thread = within(await screen.findByRole('region', { name: 'Comments' }))
    fill(await thread.findByLabelText('Write a comment'), 'Yes.')
    host.on('requests.comment', failedReply(0, 'NETWORK'))
    await press(thread, 'Comment')
    expect(await thread.findByText(/Not sent\./)).toBeTruthy()
    host.on('requests.comment', ok({ data: said(2, { body: 'Yes.' }) }))
    await press(thread, 'Comment')
    await waitFor(() => expect(host.called('requests.comment')).toHaveLength(2))
    const keys = host
      .called('requests.comment')
      .map(({ input }) => (input.body as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  test('[LETTER-17] in My Projects it opens with its thread; a closed one takes no more comments', async () => {
    const answered = { isClosed: true, status: 2, mayEdit: false, mayComment: false }
    host.on('requests.get', ok({ data: application({ ...answered, seenAt: new Date().toISOString() }) }))
    host.on('requests.comments', ok({ data: [said(1)], nextCursor: null }))
    host.on('users.projects', ok({ data: [] }))
    host.on(
      'users.requests',
      ok({
        data: [
          {
            id: requestID,
            projectID,
            title: open.title,
            description: 'Words',
            skills: 'React',
            kind: 'application',
            role: 'member',
            message: null,
            fromUsername: 'ada',
            fromName: '',
            createdAt: '2026-11-20T10:00:00.000Z',
            updatedAt: '2026-11-20T10:00:00.000Z',
            status: 2,
            answerBy: null,
            seenAt: new Date().toISOString(),
            prolonged: null,
            hasLetter: true,
          },
        ],
      }),
    )
    await renderApp(paths.myRequests('sent'))
    expect(await screen.findByText('Seen today')).toBeTruthy()
    await press(screen, `Your application to ${open.title}`)
    const dialog = within(await screen.findByRole('dialog', { name: open.title }))
    expect(await dialog.findByText('I count birds.')).toBeTruthy()
    expect(await dialog.findByText('Comment 1')).toBeTruthy()
    expect(dialog.getByText(/nothing more can be written/)).toBeTruthy()
    expect(dialog.queryByLabelText('Write a comment')).toBeNull()
  })

  test('an application that cannot be read says so, with Retry', async () => {
    host.on('requests.get', failedReply(500, 'INTERNAL'))
    await show({}, sent)
    expect(await screen.findByText('Failed to load your application')).toBeTruthy()
    host.on('requests.get', ok({ data: application() }))
    await press(screen, 'Retry')
    expect(await screen.findByText('I count birds.')).toBeTruthy()
  })
})
