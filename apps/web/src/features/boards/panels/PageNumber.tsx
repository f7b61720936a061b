/** The line that says which page it is; `page` counts from 0. */
export const PageNumber = ({ page, pages }: { page: number; pages: number }) =>
  pages > 1 && (
    <span className="board-page">
      {page + 1} / {pages}
    </span>
  )
