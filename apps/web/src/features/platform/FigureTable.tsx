import { type ReactNode, useId } from 'react'
import '../../ui/chart/figure-table.css'

/** A table under its title, which scrolls by itself; `children` are its rows. */
export function FigureTable({ title, heads, children }: { title: string; heads: string[]; children: ReactNode }) {
  const id = useId()
  return (
    <section className="platform-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <section className="figure-table" tabIndex={0} aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </section>
  )
}
