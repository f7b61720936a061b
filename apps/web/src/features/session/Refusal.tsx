/** The server's refusal; read out when it changes. */
export const Refusal = ({ text }: { text: string | null }) => (
  <div className="login-refusal" role="alert">
    {text}
  </div>
)
