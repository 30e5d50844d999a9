import { create } from 'zustand'
import type { AccountType } from '../../shared/contract/index.ts'
import { toAccountType } from '../../shared/rules/account.ts'
import { localData, sessionData } from './browser-storage.ts'

/** The stored user type: this tab's, or in a new tab the one used last; null when unset. */
export const storedUserType = (): string | null => sessionData.get('userType') ?? localData.get('lastUserType')

/** The mode of the top bar and the colours: the stored user type, contributor when unset. */
export const useUserType = create<{ userType: AccountType }>(() => ({
  userType: toAccountType(storedUserType()),
}))

/** Changes the mode and remembers when, for the re-sync rule. */
export const setUserType = (userType: AccountType, now = Date.now()): void => {
  sessionData.set('userType', userType)
  localData.set('lastUserType', userType)
  sessionData.set('lastUserTypeChange', String(now))
  useUserType.setState({ userType })
}

/** After signing out: back to what an unset storage means. */
export const resetUserType = (): void => {
  useUserType.setState({ userType: toAccountType(storedUserType()) })
}
