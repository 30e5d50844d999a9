import type { OperationName } from '#shared/contract/index.ts'
import { TEST_PASSWORD, unique } from '../support/factories.ts'
import { administrators, everybody, type Row, signedIn } from './matrix-outcomes.ts'

/** Nobody's: what belongs to the caller alone is not there for anybody else. */
const nobodys = () => ({ params: { id: '01890a5d-ac96-774b-bcce-b302099a8057' } })
const soon = () => new Date(Date.now() + 100 * 86_400_000).toISOString()
const unknownToAdministrators = administrators.replace('200', '404')
const unknown = signedIn.replaceAll('200', '404')

/** The calls about the caller's own account. */
export const accountRows: Readonly<Partial<Record<OperationName, readonly Row[]>>> = {
  'users.profile': [{ open: signedIn }],
  'users.details': [{ open: signedIn }],
  'users.username': [{ open: signedIn }],
  'users.hasActiveProjects': [{ open: signedIn }],
  'users.isPageAllowed': [{ input: () => ({ params: { page: 'admin' } }), open: signedIn }],
  'users.adminAccess': [{ open: signedIn }],
  'users.projects': [{ open: signedIn }],

  'tokens.list': [{ open: signedIn }],
  'tokens.create': [
    {
      input: () => ({ body: { name: 'For a script', scopes: ['read'], endsAt: soon() } }),
      open: signedIn.replaceAll('200', '201'),
    },
    {
      what: 'that may do what administrators do',
      input: () => ({ body: { name: 'For a script', scopes: ['admin'], endsAt: soon() } }),
      open: administrators.replaceAll('403', '422').replace('200', '201'),
    },
  ],
  'savedSearches.list': [{ open: signedIn }],
  'savedSearches.create': [
    { input: () => ({ body: { name: 'Maps', search: { q: 'maps' } } }), open: signedIn.replaceAll('200', '201') },
  ],
  'savedSearches.update': [
    { what: 'of somebody else', input: () => ({ ...nobodys(), body: { name: 'Mine' } }), open: unknown },
  ],
  'savedSearches.remove': [{ what: 'of somebody else', input: nobodys, open: unknown }],
  'savedProjects.list': [{ open: signedIn }],
  'tokens.revoke': [{ what: 'of somebody else', input: nobodys, open: unknown }],

  'account.confirm': [
    { what: 'with the right password', input: () => ({ body: { password: TEST_PASSWORD } }), open: signedIn },
    {
      what: 'with a wrong one',
      input: () => ({ body: { password: 'not this one' } }),
      open: signedIn.replaceAll('200', '422'),
    },
  ],
  'account.changePassword': [
    {
      what: 'with the right old password',
      input: () => ({ body: { oldPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD } }),
      open: signedIn,
    },
    {
      what: 'with a wrong old password',
      input: () => ({ body: { oldPassword: 'not this one', newPassword: TEST_PASSWORD } }),
      open: signedIn.replaceAll('200', '422'),
    },
  ],
  'account.changeEmail': [
    {
      what: 'to a new one',
      input: () => ({ body: { email: `${unique('new')}@example.org`, password: TEST_PASSWORD } }),
      open: signedIn,
    },
    {
      what: 'with a wrong password',
      input: () => ({ body: { email: `${unique('new')}@example.org`, password: 'not this one' } }),
      open: signedIn.replaceAll('200', '422'),
    },
  ],
  'account.confirmEmail': [
    // Five wrong tries end a code, so nobody guesses it here.
    { what: 'with a wrong code', input: () => ({ body: { code: '000000' } }), open: signedIn.replaceAll('200', '422') },
  ],
  'account.takeBackEmail': [
    { what: 'with a wrong link', input: () => ({ body: { token: 'a.b' } }), open: everybody(422) },
  ],
  'ownData.askExport': [{ open: signedIn.replaceAll('200', '202') }],
  'ownData.export': [{ open: signedIn }],
  'ownData.downloadExport': [{ what: 'of somebody else', input: nobodys, open: unknown }],
  'ownData.deletion': [{ open: signedIn }],
  'ownData.askDeletion': [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'not this one' } }),
      open: signedIn.replaceAll('200', '422'),
    },
  ],
  'ownData.takeBackDeletion': [{ what: 'that was not asked for', open: signedIn.replaceAll('200', '409') }],
  'account.passwordRules': [{ open: everybody(200) }],
  'account.sessions': [{ open: signedIn }],
  'account.endSession': [{ what: 'of somebody else', input: nobodys, open: unknown }],
  'twoStep.state': [{ open: signedIn }],
  // Of the right password alone: what a code proves depends on the time.
  'twoStep.setUp': [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'not this one' } }),
      open: signedIn.replaceAll('200', '422'),
    },
  ],
  'twoStep.confirm': [
    {
      what: 'that was not set up',
      input: () => ({ body: { code: '000000' } }),
      open: signedIn.replaceAll('200', '409'),
    },
  ],
  'twoStep.switchOff': [
    {
      what: 'that is off',
      input: () => ({ body: { password: TEST_PASSWORD, code: '000000' } }),
      open: signedIn.replaceAll('200', '409'),
    },
  ],
  'twoStep.renewCodes': [
    {
      what: 'while it is off',
      input: () => ({ body: { password: TEST_PASSWORD, code: '000000' } }),
      open: signedIn.replaceAll('200', '409'),
    },
  ],
  'audit.list': [
    { what: 'of everything', open: administrators },
    {
      what: 'of a project',
      input: ({ project }) => ({ query: { projectID: project.id } }),
      open: '401 404 404 404 404 403 403 200 200',
    },
  ],
  'administration.people': [{ open: administrators }],
  'administration.suspend': [
    {
      what: 'of somebody unknown',
      input: () => ({ ...nobodys(), body: { reason: 'Spam.' } }),
      open: unknownToAdministrators,
    },
  ],
  'administration.restore': [
    { what: 'of somebody unknown', input: () => ({ ...nobodys(), body: {} }), open: unknownToAdministrators },
  ],
  'administration.signOut': [
    { what: 'of somebody unknown', input: () => ({ ...nobodys(), body: {} }), open: unknownToAdministrators },
  ],
  'administration.revokeAdmin': [
    { what: 'of somebody unknown', input: () => ({ ...nobodys(), body: {} }), open: unknownToAdministrators },
  ],
  'waitlist.remove': [{ what: 'of an entry that is not there', input: nobodys, open: unknownToAdministrators }],
  'account.endOtherSessions': [{ open: signedIn }],
}
