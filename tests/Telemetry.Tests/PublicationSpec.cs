using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>A source and a meter of the test's own, and a listener that throws when they are published.</summary>
public sealed class PublicationSpec : IDisposable
{
    private const string Name = "counter";

    private readonly string _name = $"{nameof(PublicationSpec)}-{Guid.NewGuid():N}";
    private readonly List<IDisposable> _listeners = [];
    private readonly Publication _publication;
    private readonly List<Instrument> _made = [];
    private ActivitySource? _source;
    private bool _throws = true;

    public PublicationSpec() => _publication = new Publication(_name, "1.2.3");

    [Fact]
    public void What_nobody_objects_to_is_made_once()
    {
        var all = Listener();
        Publish();
        _publication.TryAgain();

        Assert.False(_publication.IsIncomplete);
        Assert.Equal((1, 1), (all.Sources, all.Instruments));
        Assert.True(_source!.HasListeners());
        Assert.True(Assert.Single(_made).Enabled);
    }

    [Fact]
    public void A_source_at_which_a_listener_throws_works_for_those_before_it_and_in_the_end_for_all()
    {
        var before = Listener();
        ThrowingAtSource();
        var after = Listener();
        _publication.Source(source => _source = source);
        Assert.Equal((_name, "1.2.3", 1, 0), (_source!.Name, _source.Version, before.Sources, after.Sources));
        using (var span = _source.StartActivity("span"))
        {
            Assert.NotNull(span);
            _publication.TryAgain();
            Assert.Same(span.Source, _source);

            _throws = false;
            _publication.TryAgain();
            Assert.NotSame(span.Source, _source);
        }

        Assert.Equal(["span"], before.Spans);
        _source.StartActivity("both")!.Dispose();
        Assert.Equal(["span", "both"], before.Spans);
        Assert.Equal(["both"], after.Spans);
        Assert.False(_publication.IsIncomplete);
    }

    [Fact]
    public void An_instrument_at_which_a_listener_throws_works_for_those_before_it_and_in_the_end_for_all()
    {
        var before = Listener();
        ThrowingAtInstruments();
        var after = Listener();
        Publish();
        Assert.Equal((7, 0), (before.Pull(), after.Pull()));

        _publication.TryAgain();
        Assert.Equal((7, 0), (before.Pull(), after.Pull()));
        Assert.Single(_made);

        _throws = false;
        _publication.TryAgain();
        Assert.Equal((7, 7), (before.Pull(), after.Pull()));
        Assert.Equal(2, _made.Count);
        Assert.False(_publication.IsIncomplete);
    }

    [Fact]
    public void While_a_listener_throws_nothing_gathers()
    {
        var before = Listener();
        ThrowingAtSource();
        ThrowingAtInstruments();
        Publish();
        for (var i = 0; i < 100; i++)
        {
            _publication.TryAgain();
        }

        Assert.Equal((1, 1), (Sources(), Instruments()));
        Assert.Equal(7, before.Pull());
        Assert.True(_publication.IsIncomplete);

        int Sources()
        {
            var found = 0;
            Add(source => found += source.Name == _name ? 1 : 0);
            return found;
        }

        int Instruments()
        {
            var found = 0;
            Listen((instrument, _) => found += instrument.Meter.Name == _name ? 1 : 0);
            return found;
        }
    }

    [Fact]
    public void A_listener_that_throws_at_one_instrument_for_ever_is_not_asked_for_ever()
    {
        var asked = 0;
        Listen((instrument, _) =>
        {
            if (instrument.Meter.Name == _name && instrument.Name == Name)
            {
                asked++;
                throw new NotSupportedException("on purpose");
            }
        });
        Publish();
        for (var i = 0; i < 1_000; i++)
        {
            _publication.TryAgain();
        }

        Assert.Equal(100, asked);
        Assert.False(_publication.IsIncomplete);
    }

    [Fact]
    public void A_listener_that_throws_when_an_instrument_is_gone_holds_nothing_up()
    {
        var throwing = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == _name)
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            },
            MeasurementsCompleted = (instrument, _) => throw new NotSupportedException($"on purpose: {instrument.Name}"),
        };
        throwing.Start();
        ThrowingAtInstruments();
        Publish();
        _throws = false;
        _publication.TryAgain();

        Assert.False(_publication.IsIncomplete);
        Assert.Equal(2, _made.Count);
        throwing.MeasurementsCompleted = null;
        throwing.Dispose();
    }

    [Fact]
    public void An_exception_of_our_own_is_not_taken_for_a_listeners() =>
        Assert.Throws<ArgumentException>(() => _publication.Instrument<Counter<long>>("none", _ => throw new ArgumentException("ours"), _ => { }));

    public void Dispose() => _listeners.ForEach(listener => listener.Dispose());

    private void Publish()
    {
        _publication.Source(source => _source = source);
        _publication.Observable<long>(Name, () => [new(7)], (meter, ask) => meter.CreateObservableCounter(Name, ask), _made.Add);
    }

    private void ThrowingAtSource() => Add(source =>
    {
        if (_throws && source.Name == _name)
        {
            throw new NotSupportedException("on purpose");
        }
    });

    private void ThrowingAtInstruments() => Listen((instrument, _) =>
    {
        if (_throws && instrument.Meter.Name == _name)
        {
            throw new NotSupportedException("on purpose");
        }
    });

    private void Add(Action<ActivitySource> asked)
    {
        var listener = new ActivityListener
        {
            ShouldListenTo = source =>
            {
                asked(source);
                return false;
            },
        };
        _listeners.Add(listener);
        ActivitySource.AddActivityListener(listener);
    }

    private void Listen(Action<Instrument, MeterListener> published)
    {
        var listener = new MeterListener { InstrumentPublished = published };
        _listeners.Add(listener);
        listener.Start();
    }

    private Heard Listener()
    {
        var heard = new Heard(_name, Name);
        _listeners.Add(heard);
        return heard;
    }
}
