interface OwnCredenciaisProps {
  credenciais: { nome: string; href: string }[]
  /** This browser registered more than those; `/minhas` shows all. */
  hasMore: boolean
}

/** The way back to what a browser registered, over the invitation; nothing for a browser that registered nobody. */
export function CredencialShortcut({ credenciais, hasMore }: OwnCredenciaisProps) {
  const [first] = credenciais
  if (hasMore) return <Shortcut href="/minhas">VER AS CREDENCIAIS</Shortcut>
  if (!first) return null
  return credenciais.length === 1 ? (
    <Shortcut href={first.href}>VER MINHA CREDENCIAL</Shortcut>
  ) : (
    <Shortcut href="#credenciais">{`VER AS ${credenciais.length} CREDENCIAIS`}</Shortcut>
  )
}

function Shortcut({ href, children }: { href: string; children: string }) {
  return (
    <div className="atalho">
      <a href={href}>{children}</a>
    </div>
  )
}

/** Each of the last credentials by name, below the invitation. */
export function OwnCredenciais({ credenciais, hasMore }: OwnCredenciaisProps) {
  if (credenciais.length < 2 && !hasMore) return null
  return (
    <nav aria-label="Credenciais">
      <ul className="minhas" id="credenciais">
        {credenciais.map(({ nome, href }) => (
          <li key={href}>
            <a href={href}>{`CREDENCIAL DE ${nome}`}</a>
          </li>
        ))}
        {hasMore ? (
          <li>
            <a href="/minhas">VER TODAS AS CREDENCIAIS</a>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
