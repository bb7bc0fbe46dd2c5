export default function Methods() {
  return <h1>methods</h1>;
}
