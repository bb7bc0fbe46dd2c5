export default function Models() {
  return <h1>models</h1>;
}
