// Starts the model server at a free port, prints its address, and ends when its input does.
import { LLMock } from "@copilotkit/aimock";

const mock = new LLMock({ port: 0, logLevel: "silent" });
await mock.start();
console.log(mock.url);
process.stdin.resume();
process.stdin.on("end", () => mock.stop().then(() => process.exit(0)));
