using Akka.Actor;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Numbers through a stream of three stages, one of which may have a name.</summary>
internal sealed class Streaming(bool isNamed) : IWorkload
{
    private ActorMaterializer? _materializer;

    public string Name => isNamed ? "stream-named" : "stream";

    public string What => isNamed
        ? "the same, and a fourth stage that AkkaInstrumentation.Streams names" : "numbers through a source, a function and a sink";

    public int Messages => 1_000_000;

    public IReadOnlyList<string> States => ["metrics"];

    public Task Start(ActorSystem system)
    {
        _materializer = system.Materializer();
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var source = Source.From(Enumerable.Range(0, messages));
        await (isNamed ? source.Instrumented("numbers") : source).Select(static number => number + 1).RunWith(Sink.Ignore<int>(), _materializer);
        return messages;
    }
}
