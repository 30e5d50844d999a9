import { create } from 'zustand'
import type { AccountType } from '#shared/contract/index.ts'
import { toAccountType } from '#shared/rules/account.ts'
import { localData, sessionData } from './browser-storage.ts'

/** The stored user type: this tab's, or in a new tab the one used last; null when there is none. */
export const storedUserType = (): string | null => sessionData.get('userType') ?? localData.get('lastUserType')

/** The mode that the top bar shows: the stored user type, contributor by default. */
export const useUserType = create<{ userType: AccountType }>(() => ({
  userType: toAccountType(storedUserType()),
}))

/** Changes the mode and remembers the time, after which the path may change it again (app/mode-sync.ts). */
export const setUserType = (userType: AccountType, now = Date.now()): void => {
  sessionData.set('userType', userType)
  localData.set('lastUserType', userType)
  sessionData.set('lastUserTypeChange', String(now))
  useUserType.setState({ userType })
}

/** Goes back to the default mode, after signing out. */
export const resetUserType = (): void => {
  useUserType.setState({ userType: toAccountType(storedUserType()) })
}
