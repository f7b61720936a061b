import type { Site } from '@huanwei/contract/sites/endpoints'
import { useTranslation } from 'react-i18next'

export type DemoAccount = Site['demoAccounts'][number]

/** The demo's accounts, each one click away. */
export function DemoAccounts({ accounts, onTake }: { accounts: readonly DemoAccount[]; onTake: (account: DemoAccount) => void }) {
  const { t } = useTranslation('login')
  return (
    <div className="login-other">
      <p>{t('demo')}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" title={account.username} onClick={() => onTake(account)}>
              {t(`demo.${account.username}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
