export default function Nerd() {
  return <h1>nerd</h1>;
}
