using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Streams;
using Akka.Streams.Stage;

namespace AkkaInstrumentation;

/// <summary>Passes elements on and counts them. Immutable: each run of the stream has a logic of its own.</summary>
internal sealed class InstrumentedStage<T> : GraphStage<FlowShape<T, T>>
{
    private readonly string _name;
    private readonly ElementTraces? _traces;

    /// <param name="name">The stage's name.</param>
    /// <param name="traces">The traces in which elements were sent; null where that is not known.</param>
    public InstrumentedStage(string name, ElementTraces? traces)
    {
        (_name, _traces) = (name, traces);
        Shape = new(new Inlet<T>("instrumented.in"), new Outlet<T>("instrumented.out"));
    }

    public override FlowShape<T, T> Shape { get; }

    protected override Attributes InitialAttributes { get; } = Attributes.CreateName("instrumented");

    protected override GraphStageLogic CreateLogic(Attributes inheritedAttributes) => new Logic(Shape, _name, _traces);

    // The thread that runs the stream.
    private sealed class Logic : InAndOutGraphStageLogic
    {
        // The materializer was stopped, or the actor of the stream.
        private static readonly Exception Abrupt = new AbruptTerminationException(ActorRefs.Nobody);

        private readonly FlowShape<T, T> _shape;
        private readonly string _name;
        private readonly ElementTraces? _traces;

        // Null where the actor system is not instrumented, or measures nothing.
        private RunningStage? _running;
        private AkkaInstrumentationExtension? _system;

        // Of the latest element, until what follows asks for the next one.
        private Activity? _span;

        public Logic(FlowShape<T, T> shape, string name, ElementTraces? traces)
            : base(shape)
        {
            (_shape, _name, _traces) = (shape, name, traces);
            SetHandlers(shape.Inlet, shape.Outlet, this);
        }

        public override void PreStart()
        {
            // An actor runs the stage.
            if (InternalCurrentActorCellKeeper.Current is { System: var system }
                && system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
            {
                _system = instrumentation;
                _running = instrumentation.Metrics.IsEnabled ? instrumentation.Insight.Streams.For(_name).Start() : null;
            }
        }

        public override void OnPull()
        {
            StopSpan();
            _running?.Pulled();
            Pull(_shape.Inlet);
        }

        public override void OnPush()
        {
            var element = Grab(_shape.Inlet);
            _running?.Pushed();
            if (_traces is null || _system is null || !_traces.TryTake(element!, out var sentIn))
            {
                Push(_shape.Outlet, element);
                return;
            }

            // Akka hands on what is current now, if somebody listens to its source. Afterwards nothing may stay: the next element may be another's.
            using var scope = new ContextScope();
            StopSpan();
            _span = TelemetryFault.GuardValue<(AkkaInstrumentationExtension System, string Name, ActivityContext SentIn), Activity?>(
                TelemetryFault.Listener, (_system, _name, sentIn), static it => StreamSpan.Start(it.System, it.Name, it.SentIn), null);
            Push(_shape.Outlet, element);
        }

        public override void OnUpstreamFinish()
        {
            End(null);
            CompleteStage();
        }

        public override void OnUpstreamFailure(Exception e)
        {
            End(e);
            FailStage(e);
        }

        public override void OnDownstreamFinish(Exception cause)
        {
            End(cause is SubscriptionWithCancelException.NonFailureCancellation ? null : cause);
            base.OnDownstreamFinish(cause);
        }

        public override void PostStop() => End(Abrupt);

        private void End(Exception? failure)
        {
            StopSpan(failure);
            _running?.End(failure);
        }

        private void StopSpan(Exception? failure = null)
        {
            if (_span is { } span)
            {
                _span = null;
                StreamSpan.Stop(span, ReferenceEquals(failure, Abrupt) ? null : failure);
            }
        }
    }
}
