using System.Net;
using Akka.IO;

namespace AkkaInstrumentation.Tests.Core;

/// <summary>
/// Messages of Akka that begin something begin a trace: each piece of data from a socket, each timer of an FSM. The other ones begin none.
/// </summary>
public sealed class RootsSpec
{
    private const int Requests = 4;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Each_piece_of_data_from_a_connection_begins_a_trace_with_all_that_follows(bool systemActors)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.system-actors = {(systemActors ? "on" : "off")}");
        using var spans = SpanRecorder.OfActor(out var name);
        var bound = new TaskCompletionSource<EndPoint>(TaskCreationOptions.RunContinuationsAsynchronously);
        var answers = system.ActorOf((_, _) => { }, $"{name}-answers");
        system.System.ActorOf(Props.Create(() => new Server(bound, answers)), $"{name}-server");
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync((IPEndPoint)await Eventually.Within(bound.Task));

        for (var i = 0; i < Requests; i++)
        {
            await client.GetStream().WriteAsync(new byte[] { 1 });
            Assert.Equal(1, await client.GetStream().ReadAsync(new byte[1]));
        }

        var stopped = await spans.WaitForStopped(2 * Requests);
        var received = stopped.Where(span => TypeOf(span) == "Tcp.Received").ToList();
        Assert.Equal(Requests, received.Count);
        Assert.All(received, span => Assert.Equal(default, span.ParentSpanId));
        Assert.Equal(Requests, received.Select(span => span.TraceId).Distinct().Count());
        Assert.Equal(received.Select(span => span.SpanId).ToHashSet(), stopped.Where(span => TypeOf(span) == "Int32")
            .Select(span => span.ParentSpanId).ToHashSet());
        Assert.Equal(2 * Requests, stopped.Count);
    }

    [Fact]
    public async Task Each_timer_of_an_FSM_begins_a_trace()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.OfActor(out var name);
        system.System.ActorOf(Props.Create(() => new Machine()), name).Tell(1, ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(3);
        Assert.Equal(["Int32", "FSMBase.Timer", "FSMBase.Timer"], stopped.Select(TypeOf));
        Assert.All(stopped, span => Assert.Equal(default, span.ParentSpanId));
        Assert.Equal(3, stopped.Select(span => span.TraceId).Distinct().Count());
    }

    private static string? TypeOf(Activity span) => (string?)span.GetTagItem(AkkaSpanAttributes.MessageType);

    private sealed class Server : UntypedActor
    {
        private readonly TaskCompletionSource<EndPoint> _bound;
        private readonly IActorRef _answers;

        public Server(TaskCompletionSource<EndPoint> bound, IActorRef answers)
        {
            _bound = bound;
            _answers = answers;
            Context.System.Tcp().Tell(new Tcp.Bind(Self, new IPEndPoint(IPAddress.Loopback, 0)));
        }

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case Tcp.Bound b:
                    _bound.SetResult(b.LocalAddress);
                    break;
                case Tcp.Connected:
                    Sender.Tell(new Tcp.Register(Self));
                    break;
                case Tcp.Received received:
                    _answers.Tell(received.Data.Count);
                    Sender.Tell(Tcp.Write.Create(received.Data));
                    break;
            }
        }
    }

    private sealed class Machine : FSM<int, int>
    {
        public Machine()
        {
            StartWith(0, 0);
            When(0, e =>
            {
                if (e.FsmEvent is < 3 and int number)
                {
                    SetTimer("next", number + 1, TimeSpan.FromMilliseconds(10));
                }

                return Stay();
            });
            Initialize();
        }
    }
}
