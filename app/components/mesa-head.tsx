import { Rule } from './page'

interface Props {
  path: string
  nome: string
  ocasiao: string
  /** `quinta-feira, 16 de setembro, 19h30` */
  quando: string
  /** When the page was made: `19h14`. */
  hora: string
  /** Until when anything can be changed. */
  prazo: string
  isOver: boolean
}

/** Whose table it is, when the page was made, and until when it can be changed. */
export function MesaHead({ path, nome, ocasiao, quando, hora, prazo, isOver }: Props) {
  return (
    <>
      <p className="sobre">
        {`Mesa · ${ocasiao}`}
        <br />
        {quando}
      </p>
      <h1 className="nome-longo">{nome}</h1>
      <Rule />
      <p className="hora">
        {`Atualizado às ${hora}. `}
        {isOver ? `As mudanças terminaram: ${prazo}.` : `Mudanças até ${prazo}.`}
      </p>
      <p className="hora">
        <a className="botao contorno pequeno" href={path}>
          ATUALIZAR
        </a>
      </p>
    </>
  )
}
