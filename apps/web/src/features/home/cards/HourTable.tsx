import { useTranslation } from 'react-i18next'

/** The hours that have passed or that something began in, as a table. */
export function HourTable({ hours }: { hours: number[] }) {
  const { t } = useTranslation('home')
  return (
    <div className="hour-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('hour')}</th>
            <th scope="col">{t('count')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((total, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the hour
            <tr key={hour}>
              <th scope="row">{`${hour}:00–${hour}:59`}</th>
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
