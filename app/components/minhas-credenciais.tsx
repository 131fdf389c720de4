interface MinhasCredenciaisProps {
  credenciais: { nome: string; href: string }[]
}

/** The way back to what a browser registered, over the invitation; nothing for a browser that registered nobody. */
export function AtalhoCredencial({ credenciais }: MinhasCredenciaisProps) {
  const [first] = credenciais
  if (!first) return null
  return (
    <div className="atalho">
      {credenciais.length === 1 ? (
        <a href={first.href}>VER MINHA CREDENCIAL</a>
      ) : (
        <a href="#credenciais">{`VER AS ${credenciais.length} CREDENCIAIS`}</a>
      )}
    </div>
  )
}

/** Each of several credentials by name, below the invitation. */
export function MinhasCredenciais({ credenciais }: MinhasCredenciaisProps) {
  if (credenciais.length < 2) return null
  return (
    <nav aria-label="Credenciais">
      <ul className="minhas" id="credenciais">
        {credenciais.map(({ nome, href }) => (
          <li key={href}>
            <a href={href}>{`CREDENCIAL DE ${nome}`}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
