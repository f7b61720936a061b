/** What the server said no to; read out when it changes. */
export const Refusal = ({ text }: { text: string | null }) => (
  <div className="login-refusal" role="alert">
    {text}
  </div>
)
