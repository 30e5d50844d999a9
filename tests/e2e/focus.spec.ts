import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'
import type { Account } from './sessions.ts'
import { createTeam } from './teams.ts'

/**
 * What an act presses, one after the other: 'key Escape', 'type some text', 'focus link A', or a role and a name, on which Enter is
 * pressed; 'confirm Delete' presses a button of the dialog that has opened, and 'see option Urgent' waits for something. A name that ends with … is the beginning of one.
 */
type Acts = Readonly<Record<string, readonly string[]>>
type Role = Parameters<Page['getByRole']>[0]

const targetOf = (page: Page | Locator, [role = '', ...words]: readonly string[]) => {
  const name = words.join(' ')
  const isBeginning = name.endsWith('…')
  return page.getByRole(role as Role, { name: isBeginning ? name.slice(0, -1) : name, exact: !isBeginning }).first()
}

const perform = async (page: Page, step: string): Promise<void> => {
  const [verb = '', ...rest] = step.split(' ')
  if (verb === 'key') return page.keyboard.press(rest.join(' '))
  if (verb === 'type') return page.keyboard.type(rest.join(' '))
  if (verb === 'confirm')
    return targetOf(page.getByRole('dialog').last(), ['button', ...rest]).press('Enter', { timeout: PATIENCE_MS })
  if (verb === 'see') return targetOf(page, rest).waitFor({ timeout: PATIENCE_MS })
  await targetOf(page, verb === 'focus' ? rest : [verb, ...rest]).focus({ timeout: PATIENCE_MS })
  if (verb !== 'focus') await page.keyboard.press('Enter')
}

const PATIENCE_MS = 8_000
/** Milliseconds in which a place for the focus is found after what the act has changed. */
const SETTLED_MS = 1_500

/** What is wrong with the focus: it has to be on something that can be seen and has a name. Empty for nothing. */
const faultNow = async (page: Page): Promise<string> => {
  const focused = page.locator('body *:focus')
  if (!(await focused.isVisible())) return 'nothing that can be seen has the focus'
  const isNamed = await expect(focused)
    .toHaveAccessibleName(/\S/, { timeout: 300 })
    .then(() => true)
    .catch(() => false)
  return isNamed ? '' : 'what has the focus has no name'
}

/** What is wrong when the act's answer has come and the screen has settled. */
const faultOf = async (page: Page): Promise<string> => {
  await page.waitForTimeout(SETTLED_MS)
  await expect
    .poll(() => faultNow(page), { timeout: PATIENCE_MS })
    .toBe('')
    .catch(() => undefined)
  return faultNow(page)
}

type Team = Awaited<ReturnType<typeof createTeam>>
type Names = Readonly<Record<string, string>>
type Person = Account & { username: string }
type Stage = {
  team: Team
  visitor: Team['creator']
  newPerson: () => Promise<Person>
  apiOf: (person: Person) => Promise<Team['creator']>
  /** A number of new people apply to the team's project; returns their usernames. */
  applyAll: (count: number) => Promise<string[]>
}
type Walk = {
  as: (team: Team) => Account
  path: (team: Team, names: Names) => string
  /** Makes what the acts are about, and returns its names. */
  prepare?: (stage: Stage) => Promise<Names>
  acts: (made: { team: Team; names: Names }) => Acts
}

const owner = () => demo.creator
const member = ({ person }: Team) => person

const walks: Readonly<Record<string, Walk>> = {
  board: {
    as: owner,
    path: ({ path }) => path,
    acts: ({ team: { title, person } }) => ({
      'close a task': [`link ${title}`, 'focus textbox Title…', 'key Escape'],
      'close the palette': ['key Control+k', 'focus combobox Search and commands', 'key Escape'],
      assign: [
        `focus link ${title}`,
        'key a',
        'focus combobox Assign the task',
        `type ${person.username}`,
        `see option ${person.username}…`,
        'key Enter',
      ],
      'set the priority': [
        `focus link ${title}`,
        'key p',
        'focus combobox Set the priority',
        'type Urgent',
        'see option Urgent…',
        'key Enter',
      ],
      'set the day': [
        `focus link ${title}`,
        'key d',
        'focus combobox Set the due date',
        'type tomorrow',
        'see option Tomorrow…',
        'key Enter',
      ],
      'set the status': [
        `focus link ${title}`,
        'key s',
        'focus combobox Set the status',
        'type In Progress',
        'see option In Progress…',
        'key Enter',
      ],
      undo: ['button Undo'],
      'add a task': ['button Add task to Assigned', 'type Sound the bay', 'key Enter', 'key Escape'],
      'create a task': [
        'button Create New Task',
        'focus textbox Title…',
        'type Chart the bay',
        'focus textbox Description…',
        'type All of it',
        'button Create Task',
      ],
      'comment on a task': [`link ${title}`, 'focus textbox Write a comment', 'type Well drawn', 'button Comment'],
      'delete a comment': ['button Delete the comment', 'confirm Delete'],
      'mute a task': ['button Mute'],
      'delete a task': ['button Delete task', 'confirm Delete'],
    }),
  },
  backlog: {
    as: owner,
    path: ({ path }) => `${path}?view=backlog`,
    prepare: async ({ team }) => {
      for (const title of ['Sound', 'Survey', 'Print']) await team.assign(title)
      return {}
    },
    acts: () => ({
      'delete a selection': ['focus checkbox Select row', 'key Space', 'button Delete', 'confirm Delete'],
      'go to Trash': ['tab Trash'],
      'restore from Trash': ['button Restore…'],
    }),
  },
  applications: {
    as: owner,
    path: ({ project }) => `/project/${project.id}/collaborators?view=requests`,
    prepare: async ({ team, applyAll }) => {
      await team.creator.projects.update({ params: { id: team.project.id }, body: { status: 1 } })
      const [, , third = ''] = await applyAll(4)
      return { third }
    },
    acts: ({ names: { third } }) => ({
      approve: ['button Approve'],
      reject: ['button Reject', 'focus radio Skills do not match', 'key Space', 'confirm Reject…'],
      'open one': [`link ${third}…`],
      'approve in the reader': ['button Approve'],
      'close the reader': ['key Escape'],
    }),
  },
  members: {
    as: owner,
    path: ({ project }) => `/project/${project.id}/collaborators`,
    acts: ({ team: { person } }) => ({
      'change a role': [
        `button Actions for ${person.username}`,
        'menuitem Change Role',
        'focus radio Admin…',
        'key Space',
        'confirm Change Role',
      ],
      'remove a member': [`button Actions for ${person.username}`, 'menuitem Remove from Project', 'confirm Remove'],
    }),
  },
  payments: {
    as: owner,
    path: ({ project }) => `/project/${project.id}/collaborators?view=payments`,
    acts: ({ team: { person } }) => ({
      'record a payment': [
        'focus combobox Collaborator',
        `type ${person.username}`,
        'key ArrowDown',
        'key Enter',
        'focus textbox Amount',
        'type 10',
        'button Record Payment',
      ],
      'void a payment': ['button Void $10.00…', 'confirm Void Payment'],
    }),
  },
  settings: {
    as: owner,
    path: ({ project }) => `/project/${project.id}/settings`,
    acts: () => ({
      'stop editing': ['button Edit project', 'button Cancel'],
      'edit the project': ['button Edit project', 'focus textbox Title…', 'key End', 'type !', 'button Save Changes'],
      'think again about deleting': ['button Delete Project', 'button Cancel'],
    }),
  },
  waitlist: {
    as: () => demo.admin,
    path: (_team, { mark }) => `/founder/admin?q=${mark}`,
    prepare: async ({ visitor }) => {
      const mark = newName()
      for (const who of ['ada', 'bo', 'cy'])
        await visitor.waitlist.subscribe({ body: { email: `${who}.${mark}@waiting.test` } })
      return { mark }
    },
    acts: ({ names: { mark } }) => ({
      'remove an address': [`button Remove ada.${mark}@waiting.test from the waitlist`, 'confirm Remove'],
      'invite an address': [`button Invite bo.${mark}@waiting.test`, 'key Enter'],
      'close the list of several': ['button Invite several…', 'key Escape'],
    }),
  },
  creators: {
    as: () => demo.admin,
    path: () => '/founder/admin?tab=applications',
    prepare: async ({ newPerson, apiOf }) => {
      const people = [await newPerson(), await newPerson()] as const
      for (const person of people) await (await apiOf(person)).creatorApplications.apply({ body: {} })
      return { first: people[0].username, second: people[1].username }
    },
    acts: ({ names: { first, second } }) => ({
      approve: [`button Approve ${first}`, 'confirm Approve'],
      reject: [`button Reject ${second}`, 'confirm Reject…'],
    }),
  },
  people: {
    as: () => demo.admin,
    path: ({ person }) => `/founder/admin?tab=people&q=${person.username}`,
    acts: ({ team: { person } }) => ({
      suspend: [
        `button Actions for ${person.username}`,
        'menuitem Suspend…',
        'focus textbox Reason',
        'type Spam',
        'confirm Suspend',
      ],
      restore: [`button Actions for ${person.username}`, 'menuitem Restore', 'confirm Restore'],
      'sign out': [`button Actions for ${person.username}`, 'menuitem Sign out…', 'confirm Sign out'],
    }),
  },
  invitations: {
    as: member,
    path: () => '/my-projects#invited',
    prepare: async ({ team }) => {
      for (const title of ['Pier', 'Quay']) {
        const { data } = await team.creator.projects.create({ body: { title, description: 'Charts.' } })
        const params = { id: data.id, userId: team.self.id }
        await team.creator.memberships.invite({ params, body: { role: 'member' } })
      }
      return {}
    },
    acts: () => ({ accept: ['button Accept'], decline: ['button Reject', 'confirm Reject'] }),
  },
  work: {
    as: member,
    path: () => '/work',
    prepare: async ({ team }) => {
      for (const title of ['Sound', 'Survey']) await team.assign(title)
      return {}
    },
    acts: () => ({ 'start a task': ['button Start…'] }),
  },
  inbox: {
    as: member,
    path: () => '/inbox',
    prepare: async ({ team }) => {
      for (const title of ['Sound', 'Survey', 'Print']) await team.assign(title)
      return {}
    },
    acts: () => ({
      'done with a notice': ['link Marta Lindqvist assigned you to Print…', 'button Done'],
      'mark it unread': ['link Marta Lindqvist assigned you to Survey…', 'button Unread'],
      'mark all read': ['button Mark all read'],
    }),
  },
  'own settings': {
    as: member,
    path: () => '/settings/notifications',
    acts: () => ({ 'save the notifications': ['focus switch Quiet hours', 'key Space', 'button Save'] }),
  },
}

for (const [name, walk] of Object.entries(walks))
  test(`after each act the focus is on something that can be seen and has a name: ${name} @renderer`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    test.slow()
    const team = await createTeam(server, newPerson)
    const applyAll = async (count: number) => {
      const people = await Promise.all(Array.from({ length: count }, newPerson))
      const params = { id: team.project.id }
      for (const person of people) await (await server.api(person)).projects.apply({ params, body: {} })
      return people.map(({ username }) => username)
    }
    const visitor = await server.api()
    const names =
      (await walk.prepare?.({ team, visitor, newPerson, apiOf: (person) => server.api(person), applyAll })) ?? {}
    await openAs(walk.as(team), walk.path(team, names))
    const faults: Record<string, string> = {}
    for (const [act, steps] of Object.entries(walk.acts({ team, names })))
      await test.step(act, async () => {
        for (const step of steps) await perform(page, step)
        const fault = await faultOf(page)
        if (fault) faults[act] = fault
      })
    expect(faults).toEqual({})
  })
