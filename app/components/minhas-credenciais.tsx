interface MinhasCredenciaisProps {
  credenciais: { nome: string; href: string }[]
}

/** The way back to the credentials a browser registered; nothing for a browser that registered none. */
export function MinhasCredenciais({ credenciais }: MinhasCredenciaisProps) {
  if (credenciais.length === 0) return null
  return (
    <nav className="minhas" aria-label="Credenciais">
      <ul>
        {credenciais.map(({ nome, href }) => (
          <li key={href}>
            <a href={href}>{credenciais.length === 1 ? 'VER MINHA CREDENCIAL' : `CREDENCIAL DE ${nome}`}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
